//! Sixteen bytes looked at together: which of them are of a kind, as one bit for each, the first byte's the lowest. A look at
//! every byte of a text is most of what a check costs, and this is a fifth of it.

use wide::{CmpEq, CmpGt, CmpLt, i8x16, i16x8, u8x16, u16x8};

/// So many bytes are looked at together.
pub const N_LANES: usize = 16;

#[inline]
fn lanes(bytes: &[u8; N_LANES]) -> i8x16 {
    bytemuck::cast(*bytes)
}

#[inline]
fn bits(lanes: i8x16) -> u32 {
    lanes.move_mask() as u32 & 0xffff
}

/// Returns which bytes are `wanted`.
#[inline]
pub fn equal(bytes: &[u8; N_LANES], wanted: u8) -> u32 {
    bits(lanes(bytes).cmp_eq(i8x16::splat(wanted as i8)))
}

#[inline]
fn are_between(lanes: i8x16, first: u8, last: u8) -> i8x16 {
    let splat = |byte: u8| i8x16::splat(byte as i8);
    lanes.cmp_gt(splat(first - 1)) & lanes.cmp_lt(splat(last + 1))
}

/// Returns which bytes are from `first` to `last`, both of ASCII and neither the first nor the last of it.
#[inline]
pub fn between(bytes: &[u8; N_LANES], first: u8, last: u8) -> u32 {
    bits(are_between(lanes(bytes), first, last))
}

/// Returns which bytes are letters or digits of ASCII, and which are not ASCII.
#[inline]
pub fn letters(bytes: &[u8; N_LANES]) -> (u32, u32) {
    let lanes = lanes(bytes);
    // What differs in this bit alone is the same letter. Beyond ASCII a byte is less than any, as its sign is set.
    let lowered = lanes | i8x16::splat(0x20);
    let letters = are_between(lowered, b'a', b'z') | are_between(lanes, b'0', b'9');
    (bits(letters), bits(lanes))
}

/// Returns by how much the numbers of `one` are more than those of `other`, all such differences together.
#[inline]
pub fn n_more<const N: usize>(one: &[[u8; N_LANES]; N], other: &[[u8; N_LANES]; N]) -> usize {
    const { assert!(N * N_LANES * 255 < 1 << 15) }
    let mut sums = u16x8::splat(0);
    for (one, other) in one.iter().zip(other) {
        let more = u8x16::new(*one).saturating_sub(u8x16::new(*other));
        let pairs: u16x8 = bytemuck::cast(more);
        sums += (pairs & u16x8::splat(0xff)) + (pairs >> 8);
    }
    let sums: i16x8 = bytemuck::cast(sums);
    sums.reduce_add() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_more_is_summed_up(one in any::<[u8; N_LANES]>(), other in any::<[u8; N_LANES]>()) {
            let more = one.iter().zip(&other).map(|(one, other)| usize::from(one.saturating_sub(*other)));
            let more = more.sum::<usize>();
            prop_assert_eq!(n_more(&[one], &[other]), more);
            prop_assert_eq!(n_more(&[one, other, one], &[other, other, other]), 2 * more);
        }
    }

    #[test]
    fn each_byte_has_its_bit() {
        for byte in 0..=u8::MAX {
            for at in 0..N_LANES {
                let mut bytes = [b' '; N_LANES];
                bytes[at] = byte;
                let only = |is: bool| u32::from(is) << at;
                let letters = (only(byte.is_ascii_alphanumeric()), only(!byte.is_ascii()));
                assert_eq!(super::letters(&bytes), letters, "{byte} at {at}");
                let mut others = [!byte; N_LANES];
                others[at] = byte;
                assert_eq!(equal(&others, byte), only(true), "{byte} at {at}");
                let is_space = matches!(byte, b'\t'..=b'\r');
                assert_eq!(
                    between(&bytes, b'\t', b'\r'),
                    only(is_space),
                    "{byte} at {at}"
                );
            }
        }
    }
}
