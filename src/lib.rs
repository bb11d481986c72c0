#![doc = include_str!("ARCHITECTURE.md")]

pub mod text;

pub mod patch;

pub mod dialect;

pub mod matcher;

pub mod plan;

pub mod session;

pub mod report;

pub mod workspace;

pub mod ui;

pub mod cli;
