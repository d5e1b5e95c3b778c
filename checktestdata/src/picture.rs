//! Errors with a picture of their places.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::error::{CheckError, Excerpt, Mismatch, SyntaxError};
use crate::program::{Program, Warning};
use crate::quote::printable;
use crate::span::{Position, Span};

/// How pictures are drawn: where from the texts came, and with which colours.
#[derive(Debug, Clone)]
pub struct Style<'a> {
    /// How the program's file is called.
    pub program: &'a str,
    /// How the input's file is called.
    pub input: &'a str,
    /// Whether the picture holds colours for a terminal.
    pub colours: bool,
}

/// A line of a text, made printable, and which part of it is meant.
struct Line {
    text: String,
    marked: Range<usize>,
}

impl Line {
    fn new(bytes: &[u8], marked: Range<usize>, cut_before: bool, cut_after: bool) -> Self {
        let part = |range: Range<usize>| printable(&bytes[range]);
        let mut text = String::new();
        if cut_before {
            text.push('…');
        }
        text += &part(0..marked.start);
        let start = text.len();
        text += &part(marked.clone());
        let end = text.len();
        text += &part(marked.end..bytes.len());
        if cut_after {
            text.push('…');
        }
        Self { text, marked: start..end }
    }

    /// The line of a program at a place, cut if it is long.
    fn of_program(source: &[u8], span: Span) -> Self {
        // As much as a terminal is wide.
        const BEFORE: usize = 60;
        const AFTER: usize = 60;
        let start = span.start.min(source.len());
        let line_start =
            source[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let line_end = source[start..]
            .iter()
            .position(|&byte| byte == b'\n')
            .map_or(source.len(), |at| start + at);
        let end = span.end.clamp(start, line_end);
        let from = line_start.max(start.saturating_sub(BEFORE));
        let to = line_end.min(start + AFTER);
        let end = end.min(to);
        Self::new(&source[from..to], start - from..end - from, from > line_start, to < line_end)
    }

    fn of_input(excerpt: &Excerpt) -> Self {
        let Excerpt { line, marked, cut_before, cut_after } = excerpt;
        Self::new(line, marked.clone(), *cut_before, *cut_after)
    }
}

/// One line of a text under a title that begins with its place. (The drawing
/// crate would compute the place from the picture, but a long line is cut there
/// and control characters are longer.)
struct Part<'a> {
    level: Level<'a>,
    title: String,
    at: Position,
    line: Line,
}

fn draw(parts: &[Part<'_>], colours: bool) -> String {
    let groups: Vec<Group<'_>> = parts
        .iter()
        .enumerate()
        .map(|(number, Part { level, title, at, line })| {
            let (title, kind) = match number {
                0 => (level.clone().primary_title(title), AnnotationKind::Primary),
                _ => (level.clone().secondary_title(title), AnnotationKind::Context),
            };
            title.element(
                Snippet::source(line.text.as_str())
                    .line_start(usize::try_from(at.line).unwrap_or(usize::MAX))
                    .annotation(kind.span(line.marked.clone())),
            )
        })
        .collect();
    let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii).render(&groups)
}

/// `file:line:column`, printable.
fn place(file: &str, at: Position) -> String {
    format!("{}:{at}", printable(file.as_bytes()))
}

impl SyntaxError {
    /// The message with the line of the program, of several lines of text.
    pub fn picture(&self, style: &Style<'_>) -> String {
        let title = format!("{}: {}", place(style.program, self.position), self.kind);
        let line = Line::of_program(&self.source, self.span);
        draw(&[Part { level: Level::ERROR, title, at: self.position, line }], style.colours)
    }
}

impl Warning {
    /// The message with the line of the program, of several lines of text.
    pub fn picture(&self, program: &Program, style: &Style<'_>) -> String {
        let title = format!("{}: {}", place(style.program, self.position), self.message);
        let line = Line::of_program(program.source(), self.span);
        draw(&[Part { level: Level::WARNING, title, at: self.position, line }], style.colours)
    }
}

impl CheckError {
    /// The message with the lines of the input and of the program, of several
    /// lines of text.
    pub fn picture(&self, program: &Program, style: &Style<'_>) -> String {
        match self {
            Self::Read(error) => {
                format!("error: cannot read {}: {error}", printable(style.input.as_bytes()))
            }
            Self::Fault(fault) => {
                let at = fault.position;
                let input = place(style.input, fault.input);
                let kind = &fault.fault.kind;
                let title = format!(
                    "{}: {kind} (with the input read up to {input})",
                    place(style.program, at)
                );
                let line = Line::of_program(program.source(), fault.fault.span);
                draw(&[Part { level: Level::ERROR, title, at, line }], style.colours)
            }
            Self::Mismatch(mismatch) => {
                let Mismatch { position: at, expected, got, command, command_position, .. } =
                    &**mismatch;
                let title = format!("{}: expected {expected}, {got}", place(style.input, *at));
                let line = Line::of_input(&mismatch.excerpt);
                let input = Part { level: Level::ERROR, title, at: *at, line };
                let place = place(style.program, *command_position);
                // The end that every program has is written nowhere.
                let title = if command.start == program.source().len() {
                    format!("the program ends at {place}")
                } else {
                    format!("the command is at {place}")
                };
                let line = Line::of_program(program.source(), *command);
                let command = Part { level: Level::NOTE, title, at: *command_position, line };
                draw(&[input, command], style.colours)
            }
        }
    }
}
