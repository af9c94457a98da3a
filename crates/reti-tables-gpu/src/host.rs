//! The host as a device: the same kernel code, built by the C++ compiler. The slow twin of a card.
#![expect(unsafe_code, reason = "kernels are C++ and work on raw memory")]

use rayon::prelude::*;

use crate::device::{Device, DeviceError, Kernel, Shape};
use crate::job::{Address, Job};

type Entry = unsafe extern "C" fn(i32, *const Job, u32, u32);

#[cfg(host_kernels)]
mod entries {
    use super::Job;

    unsafe extern "C" {
        pub fn reti_host_0_1(kernel: i32, job: *const Job, begin: u32, end: u32);
        pub fn reti_host_1_1(kernel: i32, job: *const Job, begin: u32, end: u32);
        pub fn reti_host_2_1(kernel: i32, job: *const Job, begin: u32, end: u32);
        pub fn reti_host_3_1(kernel: i32, job: *const Job, begin: u32, end: u32);
        pub fn reti_host_1_0(kernel: i32, job: *const Job, begin: u32, end: u32);
        pub fn reti_host_2_0(kernel: i32, job: *const Job, begin: u32, end: u32);
        pub fn reti_host_3_0(kernel: i32, job: *const Job, begin: u32, end: u32);
        pub fn reti_host_4_0(kernel: i32, job: *const Job, begin: u32, end: u32);
    }
}

#[cfg(host_kernels)]
fn entry(shape: Shape) -> Option<Entry> {
    Some(match (shape.fields, shape.pawnless) {
        (0, true) => entries::reti_host_0_1,
        (1, true) => entries::reti_host_1_1,
        (2, true) => entries::reti_host_2_1,
        (3, true) => entries::reti_host_3_1,
        (1, false) => entries::reti_host_1_0,
        (2, false) => entries::reti_host_2_0,
        (3, false) => entries::reti_host_3_0,
        (4, false) => entries::reti_host_4_0,
        _ => return None,
    })
}

#[cfg(not(host_kernels))]
fn entry(_: Shape) -> Option<Entry> {
    None
}

/// The host.
#[derive(Debug)]
pub struct Host {
    limit: u64,
    staged: Vec<u8>,
}

impl Host {
    /// Whether the kernels were built for the host.
    pub const fn is_built() -> bool {
        cfg!(host_kernels)
    }

    /// The host with a limit of memory in bytes.
    pub fn new(limit: u64) -> Host {
        Host { limit, staged: Vec::new() }
    }

    /// Runs a kernel on the first items.
    pub(crate) fn run(shape: Shape, kernel: Kernel, job: &Job, items: u32) -> Result<(), DeviceError> {
        let Some(entry) = entry(shape) else {
            return Err(DeviceError::Missing("the kernels were not built for the host: no C++ compiler".to_owned()));
        };
        let chunk = 4096;
        (0..items.div_ceil(chunk)).into_par_iter().for_each(|i| {
            // SAFETY: kernels write words that are theirs; bit maps, sums and counts are atomic; all
            // addresses are those of allocations that live until the engine releases them, or the caller's.
            unsafe { entry(kernel as i32, job.as_pointer(), i * chunk, ((i + 1) * chunk).min(items)) };
        });
        Ok(())
    }
}

fn layout(bytes: u64) -> std::alloc::Layout {
    std::alloc::Layout::from_size_align(bytes.max(8) as usize, 64).unwrap_or(std::alloc::Layout::new::<u64>())
}

impl Device for Host {
    fn name(&self) -> String {
        "host".to_owned()
    }

    fn memory(&self) -> u64 {
        self.limit
    }

    fn allocate(&mut self, bytes: u64) -> Result<Address, DeviceError> {
        // SAFETY: the size is not zero.
        let pointer = unsafe { std::alloc::alloc_zeroed(layout(bytes)) };
        if pointer.is_null() {
            return Err(DeviceError::Memory { device: self.name(), wanted: bytes >> 20, limit: self.limit >> 20 });
        }
        Ok(pointer as Address)
    }

    fn release(&mut self, address: Address, bytes: u64) {
        // SAFETY: the address comes from `allocate` with the same size.
        unsafe { std::alloc::dealloc(address as *mut u8, layout(bytes)) };
    }

    fn clear(&mut self, address: Address, bytes: u64) -> Result<(), DeviceError> {
        // SAFETY: the engine clears what it has allocated.
        unsafe { std::ptr::write_bytes(address as *mut u8, 0, bytes as usize) };
        Ok(())
    }

    fn upload(&mut self, address: Address, bytes: &[u8]) -> Result<(), DeviceError> {
        // SAFETY: the engine uploads into what it has allocated.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), address as *mut u8, bytes.len()) };
        Ok(())
    }

    fn download(&mut self, address: Address, bytes: &mut [u8]) -> Result<(), DeviceError> {
        // SAFETY: the engine downloads from what it has allocated.
        unsafe { std::ptr::copy_nonoverlapping(address as *const u8, bytes.as_mut_ptr(), bytes.len()) };
        Ok(())
    }

    fn copy(&mut self, to: Address, from: Address, bytes: u64) -> Result<(), DeviceError> {
        // SAFETY: both were allocated by the engine and are different.
        unsafe { std::ptr::copy_nonoverlapping(from as *const u8, to as *mut u8, bytes as usize) };
        Ok(())
    }

    fn stage(&mut self, bytes: u64) -> Result<&mut [u8], DeviceError> {
        self.staged.resize(bytes as usize, 0);
        Ok(&mut self.staged)
    }

    fn fetch_staged(&mut self, address: Address, bytes: u64) -> Result<&[u8], DeviceError> {
        let mut staged = std::mem::take(&mut self.staged);
        staged.resize(bytes as usize, 0);
        self.download(address, &mut staged)?;
        self.staged = staged;
        Ok(&self.staged)
    }

    fn send_staged(&mut self, address: Address, bytes: u64) -> Result<(), DeviceError> {
        let staged = std::mem::take(&mut self.staged);
        self.upload(address, &staged[..bytes as usize])?;
        self.staged = staged;
        Ok(())
    }

    fn launch(&mut self, shape: Shape, kernel: Kernel, job: &Job) -> Result<(), DeviceError> {
        let items = match kernel {
            Kernel::Row => job.words.div_ceil(64),
            Kernel::ListAttack | Kernel::ListDefend => {
                // SAFETY: the count was written by the kernel before, which has ended.
                unsafe { *(job.counts as *const u32).add(job.slot as usize) }
            }
            _ => job.words,
        };
        Host::run(shape, kernel, job, items)
    }
}
