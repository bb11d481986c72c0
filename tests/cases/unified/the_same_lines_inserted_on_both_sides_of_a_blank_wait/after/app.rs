//! Keeps items.

use std::fmt;
use crate::item;

const MOST: usize = 10;
