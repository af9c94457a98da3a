//! Asking the processor for memory before it is needed.
//!
//! The only module of the crate with `unsafe`: no safe function gives this hint. It changes nothing but time. A plain
//! load in its place makes the processor wait: a fifth of a search was spent on that.
#![expect(unsafe_code, reason = "the hint has no safe interface")]

/// Brings what stands here near.
#[inline]
pub(super) fn prefetch<T>(here: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every processor of this kind has the instruction; it reads nothing that the program sees, and the
        // address is that of a reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(here).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = here;
}
