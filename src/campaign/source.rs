//! Where instances come from: case *i* from (seed, *i*) and, where fixtures are
//! mutated, the snapshot of them; and documents from cases.

use super::ConfigError;
use crate::choices::{Choices, Random};
use crate::corpus::Fixture;
use crate::document::Document;
use crate::finding::{Again, Origin};
use crate::hash::hash;
use crate::problem::text;
use crate::problem::{BrokenPromise, Layout, Problem, Scope};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// Where a run takes its instances from.
#[derive(Debug, Clone)]
pub enum Origins {
    /// The problem's generator, with instances of this scope.
    Generator(Scope),
    /// Changed instances of fixtures.
    Fixtures(Snapshot),
}

/// Fixtures as they were when the run began: what is added to the folder later
/// does not change what a case is.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The fixtures; a run takes those of its problem.
    pub fixtures: Arc<[Fixture]>,
    /// The folder they were read from; the built-in corpus if there is none.
    pub folder: Option<PathBuf>,
}

/// The most changes in a row that lead from a fixture to a case. One stays in
/// its neighbourhood, where the bug was that the fixture was kept for; several
/// lead to places that no fixture is next to.
const MOST_CHANGES: u32 = 8;

/// A generated document and where its instances came from.
pub(super) struct Batch<P: Problem> {
    /// The document.
    pub(super) document: Document<P>,
    /// Index of each of its instances.
    pub(super) indices: Vec<u64>,
}

/// A case that a command does not get: the statement promises that it does not
/// come.
pub(super) struct Unpromised {
    /// Its index.
    pub(super) index: u64,
    /// The promise.
    pub(super) broken: BrokenPromise,
}

/// The source of a run.
#[derive(Debug, Clone)]
pub(super) struct Source<P: Problem> {
    problem: P,
    /// Most instances in a document.
    most: usize,
    seed: u64,
    cases: Cases<P>,
    layout: Layout,
    external: bool,
}

#[derive(Debug, Clone)]
enum Cases<P: Problem> {
    Generated(Scope),
    Mutated(Ancestors<P>),
}

/// The instances of a snapshot.
#[derive(Debug, Clone)]
struct Ancestors<P: Problem> {
    /// Each once, at least one, in the order of [`text::order`]: names of files
    /// and how instances share them make no difference.
    instances: Arc<[P::Instance]>,
    /// Hash of their canonical texts.
    name: u64,
    folder: Option<PathBuf>,
}

impl<P: Problem> Source<P> {
    pub(super) fn new(
        problem: &P,
        seed: u64,
        origins: &Origins,
        layout: Layout,
        external: bool,
    ) -> Result<Self, ConfigError> {
        let cases = match origins {
            Origins::Generator(scope) => Cases::Generated(*scope),
            Origins::Fixtures(snapshot) => Cases::Mutated(Ancestors::of(problem, snapshot)?),
        };
        let most = problem.about().limits.batch;
        Ok(Self { problem: problem.clone(), most, seed, cases, layout, external })
    }

    /// How case `index` came to be.
    pub(super) fn origin(&self, index: u64, again: Again) -> Origin {
        let seed = self.seed;
        match &self.cases {
            Cases::Generated(scope) => Origin::Generated { seed, index, scope: *scope, again },
            Cases::Mutated(Ancestors { name, folder, .. }) => {
                Origin::Mutated { seed, index, snapshot: *name, folder: folder.clone(), again }
            }
        }
    }

    /// Case `index`, and the rest of its stream for layout.
    fn case(&self, index: u64) -> (P::Instance, Random) {
        let problem = &self.problem;
        let mut random = Random::new(self.seed, index);
        let instance = match &self.cases {
            Cases::Generated(scope) => problem.generate(*scope, &mut random),
            Cases::Mutated(ancestors) => ancestors.descendant(problem, &mut random),
        };
        (instance, random)
    }

    /// The cases with these indices as documents. Instances that may share a
    /// document (and that an external subject may get) are put together; a
    /// document's layout is drawn from the stream of its first case.
    pub(super) fn batches(
        &self,
        indices: Range<u64>,
    ) -> impl Iterator<Item = Result<Batch<P>, Unpromised>> + '_ {
        let problem = &self.problem;
        let mut groups: Vec<Group<P>> = Vec::new();
        let mut unpromised = Vec::new();
        // Without batching nothing has to be collected ahead.
        let mut singles = None;
        if self.most == 1 {
            singles = Some(indices);
        } else {
            for index in indices {
                let (instance, mut random) = self.case(index);
                if let Err(broken) = self.may_come(index, &instance) {
                    unpromised.push(broken);
                    continue;
                }
                let key = problem.batch_key(&instance);
                let open = groups.iter_mut().find(|g| g.key == key && g.cases.len() < g.most);
                if let Some(group) = open {
                    group.cases.push(instance);
                    group.indices.push(index);
                } else {
                    // A child process costs a millisecond: fill its document.
                    // In process, short documents are as good and more varied.
                    let full = self.most.min(256) as u32;
                    let most = if self.external { full } else { 1 + random.below(full.min(8)) };
                    let (cases, indices) = (vec![instance], vec![index]);
                    groups.push(Group { key, most: most as usize, cases, indices, random });
                }
            }
        }
        let grouped = groups.into_iter().map(|mut group| Batch {
            document: Document::laid_out(problem, group.cases, self.layout, &mut group.random),
            indices: group.indices,
        });
        let single = singles.into_iter().flatten().map(|index| {
            let (instance, mut random) = self.case(index);
            self.may_come(index, &instance)?;
            let document = Document::laid_out(problem, vec![instance], self.layout, &mut random);
            Ok(Batch { document, indices: vec![index] })
        });
        unpromised.into_iter().map(Err).chain(grouped.map(Ok)).chain(single)
    }

    /// Whether the subject may get a case.
    fn may_come(&self, index: u64, instance: &P::Instance) -> Result<(), Unpromised> {
        if !self.external {
            return Ok(());
        }
        self.problem.promised(instance).map_err(|broken| Unpromised { index, broken })
    }
}

impl<P: Problem> Ancestors<P> {
    /// The instances of all fixtures of the problem.
    fn of(problem: &P, snapshot: &Snapshot) -> Result<Self, ConfigError> {
        let own = problem.about().name;
        let mut instances = Vec::new();
        for fixture in snapshot.fixtures.iter().filter(|f| f.problem.as_deref() == Some(&*own)) {
            let read = text::parse(problem, &fixture.input);
            let name = &fixture.name;
            let read = read.map_err(|error| ConfigError::Fixture { name: name.clone(), error });
            instances.extend(read?);
        }
        if instances.is_empty() {
            let place = match &snapshot.folder {
                Some(folder) => format!("below {}", crate::terminal::shown(folder)),
                None => "in the built-in corpus".to_owned(),
            };
            return Err(ConfigError::NoFixture { problem: own, place });
        }
        instances.sort_by_cached_key(|one| text::order(problem, one));
        instances.dedup();
        let texts: String = instances
            .iter()
            .map(|one| text::canonical(problem, std::slice::from_ref(one)))
            .collect();
        let name = hash(texts.as_bytes());
        Ok(Self { instances: instances.into(), name, folder: snapshot.folder.clone() })
    }

    /// One of them, changed.
    fn descendant(&self, problem: &P, random: &mut Random) -> P::Instance {
        let random: &mut dyn Choices = random;
        let place = random.index(self.instances.len());
        let changes = random.between(1, MOST_CHANGES);
        let mut instance = problem.neighbour(&self.instances[place], random);
        for _ in 1..changes {
            instance = problem.neighbour(&instance, random);
        }
        instance
    }
}

/// A document in the making.
struct Group<P: Problem> {
    key: u64,
    most: usize,
    cases: Vec<P::Instance>,
    indices: Vec<u64>,
    random: Random,
}
