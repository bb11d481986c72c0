//! Digests of content: how drift is noticed.

use serde::{Deserialize, Serialize};

/// BLAKE3 digest of some bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Returns the digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Digest {
        Digest(*blake3::hash(bytes).as_bytes())
    }

    /// Returns the digest of all that `reader` gives, and how many bytes that is; nothing of it is kept.
    ///
    /// # Errors
    /// The reader's.
    pub fn of_reader(reader: impl std::io::Read) -> std::io::Result<(Digest, u64)> {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(reader)?;
        Ok((Digest(*hasher.finalize().as_bytes()), hasher.count()))
    }

    /// Returns the digest of `parts`, one after the other, that only who knows `key` can make.
    pub fn keyed(key: &[u8; 32], parts: &[&[u8]]) -> Digest {
        let mut hasher = blake3::Hasher::new_keyed(key);
        for part in parts {
            hasher.update(part);
        }
        Digest(*hasher.finalize().as_bytes())
    }

    /// Returns the digest's bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the 64 lower-case hexadecimal digits.
    pub fn to_hex(self) -> String {
        blake3::Hash::from_bytes(self.0).to_hex().to_string()
    }

    /// Reads what [`Digest::to_hex`] wrote; `None` for anything else.
    fn from_hex(hex: &str) -> Option<Digest> {
        blake3::Hash::from_hex(hex)
            .ok()
            .map(|hash| Digest(*hash.as_bytes()))
    }

    /// Returns the first `n_digits` hexadecimal digits, for people.
    pub fn short(self, n_digits: usize) -> String {
        self.to_hex().chars().take(n_digits).collect()
    }
}

impl std::fmt::Debug for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Digest({})", self.short(8))
    }
}

impl Serialize for Digest {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_hex())
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Digest, D::Error> {
        let hex = String::deserialize(deserializer)?;
        Digest::from_hex(&hex)
            .ok_or_else(|| serde::de::Error::custom("not a digest of 64 hexadecimal digits"))
    }
}
