//! All that a person sees on a terminal goes through here: foreign text made safe,
//! lines that fit, streams that may be closed, progress that leaves nothing behind.

#[cfg(feature = "cli")]
mod output;
mod printable;
#[cfg(feature = "cli")]
mod progress;
mod say;
mod styles;
mod wrap;

#[cfg(feature = "cli")]
pub(crate) use output::{as_is, complain, raw, styled, unless_closed, width};
pub use printable::{is_printable, printable, printable_lines, shown};
#[cfg(feature = "cli")]
pub(crate) use progress::Progress;
pub(crate) use say::say;
pub(crate) use styles::plain;
pub use styles::{BAD, FAINT, GOOD, STRONG};
pub use wrap::{paragraphs, wrapped};
