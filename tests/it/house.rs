//! How the house is built: modules without circles, and the places of a problem
//! as ARCHITECTURE.md lists them.

use duipai::problems::PROBLEMS;
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a folder with this ending, at any depth.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found
}

/// The modules of a crate with those that each names, outside its unit tests:
/// a module is a file or folder beside `lib.rs`, with all that is below it.
fn modules(source: &Path) -> BTreeMap<String, BTreeSet<String>> {
    // `crate::name` and `crate::{name, …}`, in `use` and in place.
    let named = Regex::new(r"crate::(?:\{([^;]*?)\};|(\w+))").unwrap();
    let comment = Regex::new(r"(?m)//.*$").unwrap();
    let inner = Regex::new(r"\{[^{}]*\}").unwrap();
    let mut modules = BTreeMap::<String, BTreeSet<String>>::new();
    for file in files(source, "rs") {
        let below = file.strip_prefix(source).unwrap();
        let name = Path::new(below.iter().next().unwrap()).file_stem().unwrap();
        let name = name.to_str().unwrap().to_owned();
        if ["lib", "main"].contains(&&*name) || file.ends_with("tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let text = comment.replace_all(text, "");
        let names = modules.entry(name.clone()).or_default();
        for captures in named.captures_iter(&text) {
            match (captures.get(1), captures.get(2)) {
                (Some(group), _) => {
                    let outer = inner.replace_all(group.as_str(), "");
                    let firsts = outer.split(',').map(|path| path.trim().split("::").next());
                    names.extend(firsts.flatten().filter(|n| !n.is_empty()).map(str::to_owned));
                }
                (None, Some(one)) => drop(names.insert(one.as_str().to_owned())),
                (None, None) => {}
            }
        }
        names.remove(&name);
    }
    let all: BTreeSet<String> = modules.keys().cloned().collect();
    // `crate::with_problems!` is a macro.
    modules.values_mut().for_each(|names| names.retain(|name| all.contains(name)));
    modules
}

/// Modules that name each other in a circle; none, if those that name nothing
/// can be taken away until nothing is left.
fn circles(mut modules: BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    loop {
        let leaves: BTreeSet<String> = modules
            .iter()
            .filter(|(_, names)| names.is_empty())
            .map(|(name, _)| name.clone())
            .collect();
        if leaves.is_empty() {
            return modules;
        }
        modules.retain(|name, _| !leaves.contains(name));
        modules.values_mut().for_each(|names| names.retain(|name| !leaves.contains(name)));
    }
}

#[test]
fn modules_form_no_circle() {
    for source in ["src", "checktestdata/src", "reference/src"] {
        let modules = modules(&root().join(source));
        assert!(modules.values().any(|names| !names.is_empty()), "{source}: nothing was read");
        assert_eq!(circles(modules), BTreeMap::new(), "{source}: among these there is a circle");
    }
}

#[test]
fn a_circle_would_be_seen() {
    let folder = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| {
        fs::create_dir_all(folder.path().join(file).parent().unwrap()).unwrap();
        fs::write(folder.path().join(file), text).unwrap();
    };
    write("lib.rs", "mod a; mod b; mod c;");
    write("a.rs", "use crate::{\n    c::{D, E},\n    b::F,\n};\n");
    write(
        "b.rs",
        "//! See crate::a.\nmod inner;\n#[cfg(test)]\nmod tests {\n use crate::a::X;\n}\n",
    );
    write("b/inner.rs", "use crate::c::Y;\n");
    write("c.rs", "");
    assert_eq!(circles(modules(folder.path())).len(), 0);
    write("c.rs", "fn f() { crate::a::g() }\n");
    assert_eq!(circles(modules(folder.path())).len(), 3);
}

// ---- a sixth problem ----

/// The places that ARCHITECTURE.md lists for a problem of this repository: the
/// words in backquotes that stand in the list below its heading.
fn places() -> Vec<String> {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let heading = "## A sixth problem in this repository\n";
    let (_, section) = page.split_once(heading).expect(heading);
    let section = section.split("\n## ").next().unwrap();
    let quoted = Regex::new("`([^`]+)`").unwrap();
    let items = section.lines().filter(|line| line.starts_with("- "));
    let places: Vec<_> = items
        .flat_map(|line| quoted.captures(line).map(|captures| captures[1].to_owned()))
        .collect();
    assert!(places.len() > 5, "{places:?}");
    places
}

/// Names of all problems.
fn names() -> Vec<String> {
    PROBLEMS.iter().map(|problem| problem.info().about.name.to_string()).collect()
}

/// Whether a text has this word, in any case.
fn has(text: &str, word: &str) -> bool {
    let text = text.to_lowercase();
    text.match_indices(word).any(|(at, _)| {
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !letter(text[..at].chars().next_back()) && !letter(text[at + word.len()..].chars().next())
    })
}

#[test]
fn every_problem_has_all_the_places_of_the_list() {
    for place in places() {
        for name in names() {
            // A module is a file or a folder.
            let path = root().join(place.replace("NAME", &name));
            let file = root().join(format!("{}.rs", place.replace("NAME", &name)));
            assert!(path.exists() || file.exists(), "{place}: {name} has none");
            if !place.contains("NAME") {
                assert!(has(&fs::read_to_string(&path).unwrap(), &name), "{place} lacks {name}");
            }
        }
    }
}

/// Lines in a row that name every problem are a list, and a list needs another
/// line for a sixth one. Longer than any item of a list.
const LIST: usize = 15;

#[test]
fn no_other_file_lists_the_problems() {
    let (places, names) = (places(), names());
    let lists = |text: &str| {
        let lines: Vec<_> = text.lines().collect();
        let all = |lines: &[&str]| {
            let text = lines.join("\n");
            names.iter().all(|name| has(&text, name))
        };
        all(&lines) && lines.windows(LIST.min(lines.len())).any(all)
    };
    assert!(lists(&names.join("\n")) && !lists(&names.join(&"\n".repeat(LIST))));
    let mut folders = vec![root().to_owned()];
    let mut others = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let below = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
            // What is built, kept or found is not written by hand.
            let made = ["target", ".git", "duipai-out", "fuzz/target", "fuzz/corpus", "corpus"];
            if made.contains(&&*below) || places.contains(&below) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if fs::read_to_string(&path).is_ok_and(|text| lists(&text)) {
                others.push(below);
            }
        }
    }
    assert_eq!(others, Vec::<String>::new(), "not in the list of ARCHITECTURE.md");
}
