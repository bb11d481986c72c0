#![doc = include_str!("ARCHITECTURE.md")]
//!
//! # As a library
//!
//! What grows with time, such as notes, findings, states, faults and what is reported, is `#[non_exhaustive]`.
//!
//! Four ways in, each from the outside further to the core. Without the feature `terminal`, which is a default, `ui` and
//! `cli` are left out with all that they need.
//!
//! A review, from the reply to the bytes of a file ([`session::Session`]):
//!
//! ```
//! use hunkwise::matcher::Never;
//! use hunkwise::plan::Scope;
//! use hunkwise::session::{Options, Session};
//! use hunkwise::text::{Content, Snapshot};
//!
//! let reply = "--- a/f\n+++ b/f\n@@ @@\n a\n-b\n+c\n";
//! let mut session = Session::open(reply, Options::default());
//! let read = |path: &_| Snapshot::new(Clone::clone(path), Content::of_bytes(b"a\nb\n".to_vec()));
//! session.supply_wanted(read, &Never);
//! assert_eq!(session.result(0, Scope::Everything).as_deref(), Some(&b"a\nc\n"[..]));
//! ```
//!
//! The patches in a reply, whatever their dialects ([`dialect::parse`]):
//!
//! ```
//! use hunkwise::dialect::{ParseOptions, parse};
//!
//! let parsed = parse("f\n<<<<<<< SEARCH\nb\n=======\nc\n>>>>>>> REPLACE\n", &ParseOptions::default());
//! assert_eq!(parsed.patch.files[0].dialect, "search-replace");
//! ```
//!
//! Every place of every hunk, best first ([`matcher::find`]):
//!
//! ```
//! use hunkwise::dialect::{ParseOptions, parse};
//! use hunkwise::matcher::{Limits, find};
//! use hunkwise::text::Text;
//!
//! let parsed = parse("--- a/f\n+++ b/f\n@@ @@\n-b\n+c\n", &ParseOptions::default());
//! let found = find(&parsed.patch.files[0], &Text::new("b\n\nb\n"), Limits::default());
//! assert_eq!(found[0].candidates.len(), 2);
//! ```
//!
//! Edits, which keep every byte outside of them ([`text::Edits::apply`]):
//!
//! ```
//! use hunkwise::text::{Edit, Edits, FinalNewline, LineSpan, Text};
//!
//! let edit = Edit { span: LineSpan::new(1, 2), lines: vec!["B".into()] };
//! let edits = Edits::new(vec![edit], FinalNewline::Keep).expect("there is one");
//! assert_eq!(edits.apply(&Text::new("a\r\nb\r\n")), b"a\r\nB\r\n");
//! ```

pub mod text;

pub mod patch;

pub mod dialect;

pub mod matcher;

pub mod plan;

pub mod session;

pub mod report;

pub mod workspace;

#[cfg(feature = "terminal")]
pub mod ui;

#[cfg(feature = "terminal")]
pub mod cli;
