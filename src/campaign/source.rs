//! Where instances come from: case *i* from (seed, *i*), and documents from
//! cases.

use crate::choices::{Choices, Random};
use crate::document::Document;
use crate::problem::{Layout, Problem, Scope};
use std::marker::PhantomData;
use std::ops::Range;

/// A generated document and where its instances came from.
pub(super) struct Batch<P: Problem> {
    /// The document; without instances if all were skipped.
    pub(super) document: Document<P>,
    /// Index of each of its instances.
    pub(super) indices: Vec<u64>,
    /// Cases passed over because the statement promises that they do not come.
    pub(super) skipped: u64,
}

/// The generator of a run.
#[derive(Debug, Clone)]
pub(super) struct Source<P> {
    seed: u64,
    scope: Scope,
    layout: Layout,
    external: bool,
    problem: PhantomData<fn() -> P>,
}

impl<P: Problem> Source<P> {
    pub(super) fn new(seed: u64, scope: Scope, layout: Layout, external: bool) -> Self {
        Self { seed, scope, layout, external, problem: PhantomData }
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    /// Case `index`, and the rest of its stream for layout.
    fn case(&self, index: u64) -> (P::Instance, Random) {
        let mut random = Random::new(self.seed, index);
        let size = P::draw_size(self.scope, &mut random);
        (P::generate(self.scope, size, &mut random), random)
    }

    /// The cases with these indices as documents. Instances that may share a
    /// document (and that an external subject may get) are put together; a
    /// document's layout is drawn from the stream of its first case.
    pub(super) fn batches(&self, indices: Range<u64>) -> impl Iterator<Item = Batch<P>> + '_ {
        let mut groups: Vec<Group<P>> = Vec::new();
        let mut skipped = 0;
        // Without batching nothing has to be collected ahead.
        let mut singles = None;
        if P::LIMITS.batch == 1 {
            singles = Some(indices);
        } else {
            for index in indices {
                let (instance, mut random) = self.case(index);
                if self.external && P::promised(&instance).is_err() {
                    skipped += 1;
                    continue;
                }
                let key = P::batch_key(&instance);
                let open = groups.iter_mut().find(|g| g.key == key && g.cases.len() < g.most);
                if let Some(group) = open {
                    group.cases.push(instance);
                    group.indices.push(index);
                } else {
                    // A child process costs a millisecond: fill its document.
                    // In process, short documents are as good and more varied.
                    let full = P::LIMITS.batch.min(256) as u32;
                    let most = if self.external { full } else { 1 + random.below(full.min(8)) };
                    let (cases, indices) = (vec![instance], vec![index]);
                    groups.push(Group { key, most: most as usize, cases, indices, random });
                }
            }
        }
        let passed_over = (skipped > 0).then_some(Batch {
            document: Document { cases: Vec::new(), text: "".into() },
            indices: Vec::new(),
            skipped,
        });
        let grouped = groups.into_iter().map(|mut group| Batch {
            document: Document::laid_out(group.cases, self.layout, &mut group.random),
            indices: group.indices,
            skipped: 0,
        });
        let single = singles.into_iter().flatten().map(|index| {
            let (instance, mut random) = self.case(index);
            if self.external && P::promised(&instance).is_err() {
                let document = Document { cases: Vec::new(), text: "".into() };
                return Batch { document, indices: Vec::new(), skipped: 1 };
            }
            let document = Document::laid_out(vec![instance], self.layout, &mut random);
            Batch { document, indices: vec![index], skipped: 0 }
        });
        passed_over.into_iter().chain(grouped).chain(single)
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
