use std::fs;

use crate::shop::Shop;
use crate::{Jar, Lid};

fn main() {}
