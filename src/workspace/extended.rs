//! Extended attributes, access lists among them, where the system has them.

pub(super) use system::{of, put_on};

/// Names and values, sorted.
pub(super) type Extended = Vec<(Vec<u8>, Vec<u8>)>;

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod system {
    use std::io;
    use std::os::fd::{AsFd, OwnedFd};

    use rustix::fs::XattrFlags;
    use rustix::io::{Errno, retry_on_intr};

    use super::Extended;

    /// Reads those of an open file.
    pub(in super::super) fn of(file: impl AsFd) -> io::Result<Extended> {
        let file = file.as_fd();
        let names =
            match sized(|buffer| retry_on_intr(|| rustix::fs::flistxattr(file, &mut *buffer))) {
                Ok(names) => names,
                Err(Errno::OPNOTSUPP | Errno::NOSYS) => return Ok(Vec::new()),
                Err(fault) => return Err(fault.into()),
            };
        let mut list = Vec::new();
        for name in names
            .split(|byte| *byte == 0)
            .filter(|name| !name.is_empty())
        {
            let read =
                sized(|buffer| retry_on_intr(|| rustix::fs::fgetxattr(file, name, &mut *buffer)));
            match read {
                Ok(value) => list.push((name.to_vec(), value)),
                Err(Errno::NODATA) => {}
                Err(fault) => return Err(fault.into()),
            }
        }
        list.sort();
        Ok(list)
    }

    /// Reads something of unknown size: the buffer grows until it fits.
    fn sized(read: impl Fn(&mut [u8]) -> Result<usize, Errno>) -> Result<Vec<u8>, Errno> {
        // Linux allows 64 KiB each; other systems more, but nothing honest comes near.
        const LARGEST: usize = 1 << 20;
        let mut buffer = vec![0; 1 << 10];
        loop {
            match read(&mut buffer) {
                Ok(len) => {
                    buffer.truncate(len);
                    return Ok(buffer);
                }
                Err(Errno::RANGE) if buffer.len() < LARGEST => buffer.resize(buffer.len() * 4, 0),
                Err(fault) => return Err(fault),
            }
        }
    }

    /// Gives a file these and no others.
    pub(in super::super) fn put_on(file: &OwnedFd, wanted: &Extended) -> io::Result<()> {
        let present = of(file)?;
        for (name, _) in &present {
            // Defaults of the folder, such as an inherited ACL, are not the file's own.
            if !wanted.iter().any(|(own, _)| own == name) {
                retry_on_intr(|| rustix::fs::fremovexattr(file, name.as_slice()))?;
            }
        }
        for (name, value) in wanted {
            if !present.contains(&(name.clone(), value.clone())) {
                retry_on_intr(|| {
                    rustix::fs::fsetxattr(file, name.as_slice(), value, XattrFlags::empty())
                })?;
            }
        }
        Ok(())
    }
}

/// Elsewhere they are neither seen nor kept.
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
mod system {
    use std::io;
    use std::os::fd::{AsFd, OwnedFd};

    use super::Extended;

    pub(in super::super) fn of(_: impl AsFd) -> io::Result<Extended> {
        Ok(Extended::new())
    }

    pub(in super::super) fn put_on(_: &OwnedFd, _: &Extended) -> io::Result<()> {
        Ok(())
    }
}
