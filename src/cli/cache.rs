//! `duipai cache`: the programs that were compiled.

use super::Stop;
use crate::compile::{Cache, Contents};
use crate::exit::Exit;
use crate::terminal::{self, shown};
use crate::words::counted;
use bytesize::ByteSize;

/// Show or empty the cache of compiled programs
///
/// Source files that are run as programs are compiled once and kept there, at
/// most 256 MiB of them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  duipai cache            where it is, and what is in it
  duipai cache --clear    remove all programs that are not in use")]
pub(super) struct Args {
    /// Remove all programs that no running duipai uses.
    #[arg(long)]
    clear: bool,
}

pub(super) fn run(args: Args) -> Result<Exit, Stop> {
    let cache = Cache::of_user().map_err(Stop::usage)?;
    let said = |contents: Contents| {
        let programs = counted(contents.programs as u64, "program", "programs");
        format!("{programs}, {}", ByteSize(contents.bytes))
    };
    let folder = shown(cache.folder());
    let text = if args.clear {
        let gone = cache.clear().map_err(Stop::usage)?;
        format!("{folder}: removed {}\n", said(gone))
    } else {
        format!("{folder}: {}\n", said(cache.contents()))
    };
    terminal::styled(&text)?;
    Ok(Exit::Fine)
}
