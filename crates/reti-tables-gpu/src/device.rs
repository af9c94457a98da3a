//! What a machine that runs kernels can do: a graphics card, or the host as its slow twin.

use crate::job::{Address, Job};

/// Why something on a device failed.
#[derive(Debug, thiserror::Error)]
pub enum DeviceError {
    /// There is no such device, or it cannot be used.
    #[error("{0}")]
    Missing(String),
    /// The device ran out of memory.
    #[error("{wanted} MiB more do not fit into the memory of {device} ({limit} MiB may be used)")]
    Memory {
        /// Its name.
        device: String,
        /// What was asked for.
        wanted: u64,
        /// The limit.
        limit: u64,
    },
    /// The kernels do not compile or do not load.
    #[error("kernels for {shape}: {message}")]
    Kernels {
        /// Index fields and whether there are no pawns.
        shape: String,
        /// What the compiler or the driver says.
        message: String,
    },
    /// A call failed.
    #[error("{call}: {message}")]
    Call {
        /// Which.
        call: &'static str,
        /// What the driver says.
        message: String,
    },
}

/// Which kernels: the number of index fields besides a king pair, and whether there is a king pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shape {
    /// Index fields.
    pub fields: u32,
    /// Whether there are no pawns.
    pub pawnless: bool,
}

impl Shape {
    /// All shapes of up to six men.
    pub const ALL: [Shape; 8] = [
        Shape { fields: 0, pawnless: true },
        Shape { fields: 1, pawnless: true },
        Shape { fields: 2, pawnless: true },
        Shape { fields: 3, pawnless: true },
        Shape { fields: 1, pawnless: false },
        Shape { fields: 2, pawnless: false },
        Shape { fields: 3, pawnless: false },
        Shape { fields: 4, pawnless: false },
    ];
}

/// The kernels, by what their items are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the kernels say what they do")]
pub enum Kernel {
    Start = 0,
    Defender = 1,
    Convert = 2,
    Attack = 3,
    Defend = 4,
    CheckAttacker = 5,
    CheckDefender = 6,
    ListAttack = 7,
    ListDefend = 8,
    Row = 9,
    Count = 10,
}

impl Kernel {
    /// All kernels.
    pub const ALL: [Kernel; 11] = [
        Kernel::Start,
        Kernel::Defender,
        Kernel::Convert,
        Kernel::Attack,
        Kernel::Defend,
        Kernel::CheckAttacker,
        Kernel::CheckDefender,
        Kernel::ListAttack,
        Kernel::ListDefend,
        Kernel::Row,
        Kernel::Count,
    ];

    /// Its name on a card.
    pub const fn name(self) -> &'static str {
        match self {
            Kernel::Start => "all_start",
            Kernel::Defender => "all_defender",
            Kernel::Convert => "all_convert",
            Kernel::Attack => "all_attack",
            Kernel::Defend => "all_defend",
            Kernel::CheckAttacker => "all_checkattacker",
            Kernel::CheckDefender => "all_checkdefender",
            Kernel::ListAttack => "list_attack",
            Kernel::ListDefend => "list_defend",
            Kernel::Row => "all_row",
            Kernel::Count => "all_count",
        }
    }
}

/// Memory and kernels. Kernels and copies happen in the order in which they are asked for.
pub trait Device {
    /// What people call it.
    fn name(&self) -> String;
    /// Bytes that may be allocated in all.
    fn memory(&self) -> u64;
    /// Memory whose content is not defined.
    fn allocate(&mut self, bytes: u64) -> Result<Address, DeviceError>;
    /// Gives memory back.
    fn release(&mut self, address: Address, bytes: u64);
    /// Fills with zeros.
    fn clear(&mut self, address: Address, bytes: u64) -> Result<(), DeviceError>;
    /// Copies to the device.
    fn upload(&mut self, address: Address, bytes: &[u8]) -> Result<(), DeviceError>;
    /// Copies from the device, after all kernels before.
    fn download(&mut self, address: Address, bytes: &mut [u8]) -> Result<(), DeviceError>;
    /// Copies within the device.
    fn copy(&mut self, to: Address, from: Address, bytes: u64) -> Result<(), DeviceError>;
    /// A part of the host's memory that the device copies to and from quickly, to be filled.
    fn stage(&mut self, bytes: u64) -> Result<&mut [u8], DeviceError>;
    /// Copies from the device to that part, after all kernels before.
    fn fetch_staged(&mut self, address: Address, bytes: u64) -> Result<&[u8], DeviceError>;
    /// Copies from that part to the device.
    fn send_staged(&mut self, address: Address, bytes: u64) -> Result<(), DeviceError>;
    /// Starts a kernel.
    fn launch(&mut self, shape: Shape, kernel: Kernel, job: &Job) -> Result<(), DeviceError>;
}
