use std::collections::HashMap;
const MAX_TOKENS: usize = 12;

pub fn merge_group(user: &str) -> Option<usize> {
    let group = user.find("group")?;
    Some(group)
}
