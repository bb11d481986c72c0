use crate::event::Config;
const MAX_EVENTS: usize = 100;
const MIN_EVENTS: usize = 1;

pub fn check_user(cache: &str) -> Option<usize> {
    cache.find("user")
}
