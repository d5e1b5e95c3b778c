//! How each language is compiled and started.

use super::error::CompileError;
use super::{ProgramOptions, Source};
use crate::command::{
    CommandError, CommandLine, Language, ONLINE_JUDGE, java_classes, locate, split_words,
};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The names that stand for paths in a compiler's command.
const SRC: &str = "{src}";
const OUT: &str = "{out}";
const DEPS: &str = "{deps}";

/// Compiles a source, and starts what came of it.
#[derive(Debug)]
pub(super) struct Recipe {
    language: Option<Language>,
    /// The compiler; Python itself, which compiles nothing.
    pub(super) compiler: PathBuf,
    /// Its words, with the names of the paths.
    words: Vec<String>,
    /// Words that only we need: a message leaves them out.
    ours: Vec<String>,
    /// The command that tells its version, where its file does not: rustup's
    /// stand in for whatever toolchain is chosen.
    pub(super) version: Option<Vec<String>>,
    /// How it is known what the program is made of, besides the source.
    pub(super) made_of: MadeOf,
    start: Start,
    environment: Vec<(String, OsString)>,
}

/// How it is known what a program is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MadeOf {
    /// The compiler lists it.
    Listed,
    /// Nobody does: what lies beside the source counts, as far as its name ends
    /// like that of a source of this language or of a header.
    Beside,
}

/// How a program is started.
#[derive(Debug)]
enum Start {
    /// `{out}` is a program.
    Itself,
    /// A command with the name of a path; `{out}` is a folder.
    By(PathBuf, Vec<String>),
}

impl Recipe {
    /// For this source.
    ///
    /// # Errors
    ///
    /// No compiler, an option that does not go with the language, a command that
    /// cannot be understood.
    pub(super) fn of(
        source: &Source,
        content: &[u8],
        options: &ProgramOptions,
    ) -> Result<Self, CompileError> {
        if let Some(template) = &options.compile {
            return Self::of_user(source, template);
        }
        let text = String::from_utf8_lossy(content);
        match source.language {
            Some(language @ (Language::C | Language::Cpp)) => {
                Self::of_c(source, language, options.sanitize)
            }
            Some(language) if options.sanitize => Err(CompileError::Option(format!(
                "--sanitize is for C and C++: the sanitizers know nothing of {}",
                language.name()
            ))),
            Some(Language::Rust) => Self::of_rust(source),
            Some(Language::Java) => Self::of_java(source, &text),
            Some(Language::Python) => Self::of_python(source),
            // Only a chosen compiler makes such a file a source.
            None => Err(CompileError::NoSource(source.path.clone())),
        }
    }

    fn of_c(source: &Source, language: Language, sanitize: bool) -> Result<Self, CompileError> {
        let (names, standard) = match language {
            Language::C => (["gcc", "clang"], "-std=gnu17"),
            _ => (["g++", "clang++"], "-std=c++17"),
        };
        let compiler = first_of(source, &names)?;
        let mut words = vec!["-O2".to_owned(), standard.to_owned(), format!("-D{ONLINE_JUDGE}")];
        let mut environment = Vec::new();
        if sanitize {
            // The first level, or the optimiser takes away what is to be seen.
            let more = "-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined \
                        -fno-sanitize-recover=all";
            words.extend(more.split_whitespace().map(str::to_owned));
            // Memory that a program holds when it ends is no bug here. What the
            // user sets comes behind it and holds.
            let mut asan = OsString::from("detect_leaks=0");
            if let Some(users) = std::env::var_os("ASAN_OPTIONS") {
                asan.push(":");
                asan.push(users);
            }
            environment.push(("ASAN_OPTIONS".to_owned(), asan));
        }
        let ours = ["-MMD", "-MF", DEPS, "-MT", "out", "-o", OUT].map(str::to_owned).to_vec();
        words.extend(ours.iter().cloned());
        words.push(SRC.to_owned());
        if language == Language::C {
            // The mathematical functions, which C++ has anyway.
            words.push("-lm".to_owned());
        }
        Ok(Self {
            language: Some(language),
            version: None,
            made_of: MadeOf::Listed,
            start: Start::Itself,
            compiler,
            words,
            ours,
            environment,
        })
    }

    fn of_rust(source: &Source) -> Result<Self, CompileError> {
        let compiler = first_of(source, &["rustc"])?;
        let emit = format!("--emit=dep-info={DEPS},link={OUT}");
        // A name for the crate, for not every file's name can be one.
        let words = ["--edition=2021", "-O", "--crate-name=main", &emit, SRC];
        Ok(Self {
            language: Some(Language::Rust),
            version: Some(vec!["rustc".to_owned(), "-vV".to_owned()]),
            made_of: MadeOf::Listed,
            start: Start::Itself,
            compiler,
            words: words.map(str::to_owned).to_vec(),
            ours: vec![emit],
            environment: Vec::new(),
        })
    }

    fn of_java(source: &Source, text: &str) -> Result<Self, CompileError> {
        let compiler = first_of(source, &["javac"])?;
        let java = first_of(source, &["java"])?;
        let classes = java_classes(text);
        // Without any the compiler, or Java, says what is missing.
        let main = classes.main.or(classes.public);
        let main = main.unwrap_or_else(|| stem(&source.path));
        let folder = folder_of(&source.path).to_string_lossy().into_owned();
        let ours = ["-encoding", "UTF-8", "-sourcepath", &folder, "-d", OUT];
        let ours = ours.map(str::to_owned).to_vec();
        let mut words = ours.clone();
        words.push(SRC.to_owned());
        // As judges start it: one thread that collects garbage, and a stack for
        // deep recursions (address space that is not used takes no memory).
        let start = ["java", "-XX:+UseSerialGC", "-Xss256m", "-cp", OUT, &main];
        Ok(Self {
            language: Some(Language::Java),
            version: None,
            made_of: MadeOf::Beside,
            start: Start::By(java, start.map(str::to_owned).to_vec()),
            compiler,
            words,
            ours,
            environment: Vec::new(),
        })
    }

    fn of_python(source: &Source) -> Result<Self, CompileError> {
        let compiler = first_of(source, &["python3", "python"])?;
        Ok(Self {
            language: Some(Language::Python),
            version: None,
            made_of: MadeOf::Beside,
            start: Start::By(compiler.clone(), vec!["python3".to_owned(), SRC.to_owned()]),
            compiler,
            words: Vec::new(),
            ours: Vec::new(),
            environment: Vec::new(),
        })
    }

    /// The user's own command.
    fn of_user(source: &Source, template: &str) -> Result<Self, CompileError> {
        let mut words = split_words(template)?;
        for name in [SRC, OUT] {
            if !words.iter().any(|word| word.contains(name)) {
                return Err(CompileError::Option(format!(
                    "--compile '{template}' does not say where {name} goes; \
                     expected such as 'g++ -O2 {{src}} -o {{out}}'"
                )));
            }
        }
        if words.is_empty() {
            return Err(CommandError::Empty.into());
        }
        Ok(Self {
            language: source.language.filter(|language| *language != Language::Python),
            version: None,
            made_of: MadeOf::Beside,
            start: Start::Itself,
            compiler: locate(&words.remove(0))?,
            words,
            ours: Vec::new(),
            environment: Vec::new(),
        })
    }

    /// Whether nothing is compiled.
    pub(super) fn is_python(&self) -> bool {
        self.language == Some(Language::Python)
    }

    /// Whether `{out}` is a folder that is there before.
    pub(super) fn makes_folder(&self) -> bool {
        matches!(self.start, Start::By(..))
    }

    /// The name that the source must have, and the folder in which the compiler
    /// must then be started, so that its messages name it as it is named.
    pub(super) fn name_of_source(&self, content: &str) -> Option<String> {
        if self.language != Some(Language::Java) || !self.makes_folder() {
            return None;
        }
        java_classes(content).public.map(|class| format!("{class}.java"))
    }

    /// The compiler's command, with these paths in it.
    pub(super) fn compiling(&self, src: &Path, out: &Path, deps: &Path) -> CommandLine {
        let name = self.compiler.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let words = self.words.iter().map(|word| {
            let word = word.replace(SRC, &operand(src)).replace(OUT, &out.to_string_lossy());
            word.replace(DEPS, &deps.to_string_lossy())
        });
        let words = std::iter::once(name).chain(words).collect();
        CommandLine::of(&self.shown(src), self.compiler.clone(), words)
    }

    /// The compiler's command for a person.
    pub(super) fn shown(&self, src: &Path) -> String {
        let name = self.compiler.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let words = self.words.iter().filter(|word| !self.ours.contains(word));
        let words = words.map(|word| crate::command::for_shell(&word.replace(SRC, &operand(src))));
        std::iter::once(name).chain(words).collect::<Vec<_>>().join(" ")
    }

    /// The words and what else makes two recipes different.
    pub(super) fn parts(&self) -> impl Iterator<Item = &str> {
        let start = match &self.start {
            Start::Itself => &[][..],
            Start::By(_, words) => words,
        };
        self.words.iter().chain(start).map(String::as_str)
    }

    /// The command that starts the program that was made in this folder.
    pub(super) fn command(&self, source: &Source, folder: &Path) -> CommandLine {
        let out = out(folder);
        let (program, mut words) = match &self.start {
            Start::Itself => (out, vec![source.path.to_string_lossy().into_owned()]),
            Start::By(program, words) => {
                let path = std::path::absolute(&source.path).unwrap_or(source.path.clone());
                let words = words.iter().map(|word| match word.as_str() {
                    SRC => path.to_string_lossy().into_owned(),
                    OUT => out.to_string_lossy().into_owned(),
                    word => word.to_owned(),
                });
                (program.clone(), words.collect())
            }
        };
        words.extend(source.arguments.iter().cloned());
        CommandLine::of(&source.line, program, words).with_environment(self.environment.clone())
    }
}

/// Where the program of a folder is: a file, or a folder of classes.
pub(super) fn out(folder: &Path) -> PathBuf {
    folder.join("program")
}

/// A path as an operand that is no option.
fn operand(path: &Path) -> String {
    let text = path.to_string_lossy();
    if text.starts_with('-') { format!("./{text}") } else { text.into_owned() }
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The folder in which a file lies, from the root on.
pub(super) fn folder_of(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.parent().unwrap_or(Path::new("/")).to_owned()
}

/// The first program of these that there is.
fn first_of(source: &Source, names: &[&str]) -> Result<PathBuf, CompileError> {
    names.iter().find_map(|name| locate(name).ok()).ok_or_else(|| {
        let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        let needs = quoted.join(" or ");
        CompileError::NoCompiler { source_file: source.path.clone(), needs }
    })
}
