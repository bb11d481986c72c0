//! Where the path of a part stands, and the ways in which people write one.

pub(in crate::dialect) mod above;
pub(in crate::dialect) mod beside;
pub(in crate::dialect) mod cited;
pub(in crate::dialect) mod named_file;
pub(in crate::dialect) mod naming;
pub(in crate::dialect) mod path;
pub(in crate::dialect) mod shape;
pub(in crate::dialect) mod spelling;
pub(in crate::dialect) mod written;
