#![doc = include_str!("ARCHITECTURE.md")]

pub mod text;

pub mod patch;

pub mod plan;
