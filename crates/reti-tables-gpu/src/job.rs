//! What a kernel is told: the same bytes here and in `kernels/board.h`.

/// An address on the device; 0 for none.
pub type Address = u64;

/// One set of another table.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Ref {
    /// The set; none if its attacker is bare.
    pub set: Address,
    /// Slices by packed pawns; none without pawns.
    pub slices: Address,
    /// Fields: kings and men that are no pawns.
    pub men: u8,
    /// Pawns.
    pub pawns: u8,
    /// Where a promoted man is among the fields.
    pub insert: u8,
    /// Whether there is such a move.
    pub exists: u8,
    /// Unused.
    pub pad: u32,
}

/// A kernel's work.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
#[expect(missing_docs, reason = "the fields are explained where kernels declare them")]
pub struct Job {
    pub steps: Address,
    pub pairs: Address,
    pub between: Address,
    pub kings: Address,
    pub arrangements: Address,
    pub selfmirror: Address,
    pub nw: Address,
    pub dl: Address,
    pub candidates: Address,
    pub opennw: Address,
    pub opencand: Address,
    pub dirtynw: Address,
    pub dirtydl: Address,
    pub ranknw: Address,
    pub rankdl: Address,
    pub list: Address,
    pub counts: Address,
    pub sums: Address,
    pub selfnw: Ref,
    pub selfdl: Ref,
    pub words: u32,
    pub round: u32,
    pub slot: u32,
    pub late: u32,
    pub pawns: u32,
    pub mover: u32,
    pub kind: [u8; 6],
    pub side: [u8; 6],
    pub pawnside: [u8; 4],
    pub pad: [u8; 4],
    pub pad2: [u8; 4],
    pub captured: [Ref; 8],
    pub promoted: [[Ref; 4]; 4],
    pub promotedby: [[[Ref; 4]; 4]; 4],
}

/// The size that the kernels' header was compiled with, by hand: 18 addresses, 2 references, 6 numbers,
/// 24 bytes, 88 references.
const _: () = assert!(size_of::<Job>() == 18 * 8 + 2 * 24 + 24 + 24 + 88 * 24);
const _: () = assert!(size_of::<Ref>() == 24);

impl Job {
    /// The bytes that a kernel is given.
    pub fn as_pointer(&self) -> *const Job {
        std::ptr::from_ref(self)
    }
}
