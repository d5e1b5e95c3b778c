//! The command `checktestdata PROGRAM [TESTDATA]`.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use checktestdata::ast::Command;
use checktestdata::{CheckError, Constants, Observe, Options, Position, Program, Style};
use clap::{ArgAction, Parser};

/// The input does not match, as with the original.
const MISMATCH: u8 = 1;

/// Anything else went wrong, as with the original and with clap.
const FAILURE: u8 = 2;

/// Checks TESTDATA against the format in PROGRAM, in the checktestdata language.
#[derive(Parser)]
#[command(
    version,
    max_term_width = 100,
    after_help = "\
Exit codes: 0 the data matches, 1 it does not, 2 anything else (a bad program, a bad option,
a file that cannot be read)."
)]
struct Arguments {
    /// The program, a file (usually `*.ctd`)
    program: PathBuf,

    /// The data; standard input if it is `-` or missing
    testdata: Option<PathBuf>,

    /// Accept more blanks than the program says: several for SPACE, any at the start and the
    /// end of lines
    #[arg(short, long)]
    whitespace_ok: bool,

    /// Say nothing about the data: the exit code tells
    #[arg(short, long)]
    quiet: bool,

    /// Show each command on standard error as it is done
    #[arg(short, long)]
    debug: bool,

    /// Replace `{{NAME}}`, or `{{NAME.VARIANT}}`, in the program (may be given several times)
    #[arg(short, long, value_name = "NAME[.VARIANT]=VALUE", action = ArgAction::Append, value_parser = assignment)]
    constant: Vec<(String, String)>,

    /// Not supported: this program does not generate data
    #[arg(short, long, hide = true)]
    generate: bool,

    /// Only for --generate
    #[arg(short, long, hide = true)]
    seed: Option<u64>,

    /// Only for --generate
    #[arg(short, long, hide = true)]
    preset: Option<String>,
}

fn assignment(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.into(), value.into()))
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(code) => code,
        Err(message) => {
            // A standard error that is closed cannot be told of.
            let _ = writeln!(io::stderr(), "{message}");
            ExitCode::from(FAILURE)
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if arguments.generate {
        return Err("error: this program checks data and does not generate it".into());
    }
    let mut constants = Constants::new();
    for (name, value) in &arguments.constant {
        constants.define(name, value).map_err(|error| format!("error: {error}"))?;
    }
    let program_name = arguments.program.display().to_string();
    let input = arguments.testdata.as_deref().filter(|path| *path != Path::new("-"));
    let input_name = input.map_or("standard input".into(), |path| path.display().to_string());
    let style = Style {
        program: &program_name,
        input: &input_name,
        colours: io::stderr().is_terminal()
            && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    };

    let source = std::fs::read(&arguments.program)
        .map_err(|error| format!("error: cannot read {program_name}: {error}"))?;
    let program =
        checktestdata::parse_with(source, &constants).map_err(|error| error.picture(&style))?;
    if !arguments.quiet {
        for warning in &program.warnings {
            let _ = writeln!(io::stderr(), "{}\n", warning.picture(&program, &style));
        }
    }
    let input: Box<dyn Read> = match input {
        None => Box::new(io::stdin().lock()),
        Some(path) => Box::new(
            File::open(path)
                .map_err(|error| format!("error: cannot read {input_name}: {error}"))?,
        ),
    };
    let options = Options { whitespace_ok: arguments.whitespace_ok, ..Options::default() };
    let result = if arguments.debug {
        checktestdata::check_observed(&program, input, &options, &mut Trace(&program))
    } else {
        checktestdata::check(&program, input, &options)
    };
    match result {
        Ok(()) => {
            if !arguments.quiet {
                let _ = writeln!(io::stdout(), "testdata ok!");
            }
            Ok(ExitCode::SUCCESS)
        }
        Err(error @ CheckError::Mismatch(_)) => {
            if !arguments.quiet {
                let _ = writeln!(io::stderr(), "{}", error.picture(&program, &style));
            }
            Ok(ExitCode::from(MISMATCH))
        }
        Err(error) => Err(error.picture(&program, &style)),
    }
}

/// Tells each command on standard error.
struct Trace<'a>(&'a Program);

impl Observe for Trace<'_> {
    fn command(&mut self, command: &Command, at: Position) {
        let source = &self.0.source()[command.span.start..command.span.end];
        let line = source.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let line = line.escape_ascii();
        let _ = writeln!(io::stderr(), "debug: {}: {line} at {at}", self.0.position(command.span));
    }
}
