//! A graphics card, through the CUDA driver. Kernels are compiled for it when they are first needed.
//!
//! The driver (`libcuda`) and the compiler (`libnvrtc`) are loaded at run time. Compiled kernels are kept
//! in a folder, if one is named, so that a machine without the compiler can use them too.
#![expect(unsafe_code, reason = "the driver's interface is C")]

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_void};
use std::fs;
use std::path::{Path, PathBuf};

use cudarc::driver::{DriverError, result, sys};
use cudarc::nvrtc;
use sys::CUdevice_attribute_enum as Attribute;

use crate::device::{Device, DeviceError, Kernel, Shape};
use crate::job::{Address, Job};

/// The kernels' source: headers first.
const SOURCE: [&str; 4] = [
    include_str!("../kernels/board.h"),
    include_str!("../kernels/generate.h"),
    include_str!("../kernels/certify.h"),
    include_str!("../kernels/kernels.cu"),
];

/// What a card is.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its number.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Its memory in bytes.
    pub memory: u64,
    /// Multiprocessors.
    pub processors: u32,
    /// Compute capability, such as (9, 0).
    pub capability: (i32, i32),
}

fn call(name: &'static str) -> impl Fn(DriverError) -> DeviceError {
    move |error| DeviceError::Call { call: name, message: error.to_string() }
}

/// All cards of this machine; an error says why none can be used.
pub fn cards() -> Result<Vec<Card>, DeviceError> {
    // SAFETY: only looks whether the driver's library can be loaded.
    if !unsafe { sys::is_culib_present() } {
        return Err(DeviceError::Missing("no graphics card: the CUDA driver (libcuda) is not installed".to_owned()));
    }
    result::init().map_err(|error| DeviceError::Missing(format!("no graphics card can be used: {error}")))?;
    let count = result::device::get_count().map_err(call("cuDeviceGetCount"))?;
    (0..count)
        .map(|number| {
            let device = result::device::get(number).map_err(call("cuDeviceGet"))?;
            let name = result::device::get_name(device).map_err(call("cuDeviceGetName"))?;
            // SAFETY: the device was just given to us.
            let memory = unsafe { result::device::total_mem(device) }.map_err(call("cuDeviceTotalMem"))? as u64;
            let attribute = |which| {
                // SAFETY: as above.
                unsafe { result::device::get_attribute(device, which) }.map_err(call("cuDeviceGetAttribute"))
            };
            let processors = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)? as u32;
            let capability = (
                attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
                attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
            );
            Ok(Card { number: number as usize, name, memory, processors, capability })
        })
        .collect()
}

/// A card that is in use.
#[derive(Debug)]
pub struct Cuda {
    card: Card,
    limit: u64,
    kernels: HashMap<(Shape, Kernel), sys::CUfunction>,
    folder: Option<PathBuf>,
    /// Page-locked memory of the host: where, and how much.
    staged: (Address, u64),
}

impl Cuda {
    /// Opens a card. `limit` is what may be allocated, 0 for nearly all that is free; compiled kernels
    /// are kept in `folder`.
    pub fn open(number: usize, limit: u64, folder: Option<&Path>) -> Result<Cuda, DeviceError> {
        let all = cards()?;
        let Some(card) = all.get(number).cloned() else {
            return Err(DeviceError::Missing(format!("there is no graphics card {number}: {} found", all.len())));
        };
        let device = result::device::get(number as i32).map_err(call("cuDeviceGet"))?;
        // SAFETY: the primary context is retained for the life of the process and made current.
        unsafe {
            let context = result::primary_ctx::retain(device).map_err(call("cuDevicePrimaryCtxRetain"))?;
            result::ctx::set_current(context).map_err(call("cuCtxSetCurrent"))?;
        }
        let (free, _) = result::mem_get_info().map_err(call("cuMemGetInfo"))?;
        let most = (free as u64).saturating_sub(2 << 30);
        let limit = if limit == 0 { most } else { limit.min(most) };
        Ok(Cuda { card, limit, kernels: HashMap::new(), folder: folder.map(Path::to_path_buf), staged: (0, 0) })
    }

    /// Compiles all kernels, several shapes at a time, and loads them.
    pub fn prepare(&mut self, shapes: &[Shape]) -> Result<(), DeviceError> {
        let arch = format!("sm_{}{}", self.card.capability.0, self.card.capability.1);
        let folder = self.folder.clone();
        let images: Vec<Result<Vec<u8>, DeviceError>> = std::thread::scope(|scope| {
            let (arch, folder) = (&arch, &folder);
            let threads: Vec<_> =
                shapes.iter().map(|&shape| scope.spawn(move || image(shape, arch, folder.as_deref()))).collect();
            let gone = || Err(DeviceError::Missing("the compiler of kernels stopped".to_owned()));
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| gone())).collect()
        });
        for (&shape, image) in shapes.iter().zip(images) {
            let image = image?;
            let failed = |error: DriverError| DeviceError::Kernels { shape: label(shape), message: error.to_string() };
            // SAFETY: the image was made by the compiler for this card, or is refused by the driver.
            let module = unsafe { result::module::load_data(image.as_ptr().cast()) }.map_err(failed)?;
            for kernel in Kernel::ALL {
                if kernel == Kernel::Row && shape.fields == 0 {
                    continue;
                }
                let name = CString::new(kernel.name()).unwrap_or_default();
                // SAFETY: the module stays loaded for the life of the process.
                let function = unsafe { result::module::get_function(module, name) }.map_err(failed)?;
                self.kernels.insert((shape, kernel), function);
            }
        }
        Ok(())
    }
}

fn label(shape: Shape) -> String {
    format!("{} index fields{}", shape.fields, if shape.pawnless { " and a king pair" } else { "" })
}

fn source() -> String {
    let lines = SOURCE.iter().flat_map(|part| part.lines()).filter(|line| !line.starts_with("#include \""));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The compiled kernels of a shape, from the folder if they are there.
pub fn image(shape: Shape, arch: &str, folder: Option<&Path>) -> Result<Vec<u8>, DeviceError> {
    let source = source();
    let tag = source
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    let file = folder.map(|folder| {
        folder.join(format!("reti-{tag:016x}-{arch}-{}-{}.cubin", shape.fields, u8::from(shape.pawnless)))
    });
    if let Some(image) = file.as_ref().and_then(|file| fs::read(file).ok()) {
        return Ok(image);
    }
    let image = compile(&source, shape, arch)?;
    if let Some(file) = file {
        // A cache that cannot be written costs time, nothing else.
        let _ = fs::create_dir_all(folder.unwrap_or(Path::new("."))).and_then(|()| fs::write(file, &image));
    }
    Ok(image)
}

fn compile(source: &str, shape: Shape, arch: &str) -> Result<Vec<u8>, DeviceError> {
    let failed = |message: String| DeviceError::Kernels { shape: label(shape), message };
    // SAFETY: only looks whether the compiler's library can be loaded.
    if !unsafe { nvrtc::sys::is_culib_present() } {
        return Err(failed("the run-time compiler (libnvrtc) is not installed".to_owned()));
    }
    let text = CString::new(source).map_err(|error| failed(error.to_string()))?;
    let program = nvrtc::result::create_program(&text, None).map_err(|error| failed(error.to_string()))?;
    let options = [
        format!("--gpu-architecture={arch}"),
        "--std=c++17".to_owned(),
        format!("-DFIELDS={}", shape.fields),
        format!("-DPAWNLESS={}", u8::from(shape.pawnless)),
    ];
    // SAFETY: the program was created above and is destroyed once, at the end.
    unsafe {
        let done = nvrtc::result::compile_program(program, &options);
        if let Err(error) = done {
            let log = nvrtc::result::get_program_log(program).unwrap_or_default();
            let log = if log.is_empty() {
                String::new()
            } else {
                CStr::from_ptr(log.as_ptr()).to_string_lossy().into_owned()
            };
            let _ = nvrtc::result::destroy_program(program);
            return Err(failed(format!("{error}\n{log}")));
        }
        let mut size = 0;
        nvrtc::sys::nvrtcGetCUBINSize(program, &raw mut size).result().map_err(|error| failed(error.to_string()))?;
        let mut image = vec![0u8; size];
        let got = nvrtc::sys::nvrtcGetCUBIN(program, image.as_mut_ptr().cast()).result();
        let _ = nvrtc::result::destroy_program(program);
        got.map_err(|error| failed(error.to_string()))?;
        Ok(image)
    }
}

impl Device for Cuda {
    fn name(&self) -> String {
        self.card.name.clone()
    }

    fn memory(&self) -> u64 {
        self.limit
    }

    fn allocate(&mut self, bytes: u64) -> Result<Address, DeviceError> {
        // SAFETY: plain device memory; the engine gives it back with `release`.
        unsafe { result::malloc_sync(bytes.max(8) as usize) }.map_err(call("cuMemAlloc"))
    }

    fn release(&mut self, address: Address, _: u64) {
        // SAFETY: the address comes from `allocate`, and nothing uses it any more.
        let _ = unsafe { result::free_sync(address) };
    }

    fn clear(&mut self, address: Address, bytes: u64) -> Result<(), DeviceError> {
        // SAFETY: the engine clears what it has allocated; the null stream keeps the order.
        unsafe { result::memset_d8_async(address, 0, bytes as usize, std::ptr::null_mut()) }.map_err(call("cuMemsetD8"))
    }

    fn upload(&mut self, address: Address, bytes: &[u8]) -> Result<(), DeviceError> {
        // SAFETY: the engine uploads into what it has allocated.
        unsafe { result::memcpy_htod_sync(address, bytes) }.map_err(call("cuMemcpyHtoD"))
    }

    fn download(&mut self, address: Address, bytes: &mut [u8]) -> Result<(), DeviceError> {
        // SAFETY: the engine downloads from what it has allocated.
        unsafe { result::memcpy_dtoh_sync(bytes, address) }.map_err(call("cuMemcpyDtoH"))
    }

    fn copy(&mut self, to: Address, from: Address, bytes: u64) -> Result<(), DeviceError> {
        // SAFETY: both were allocated by the engine and are different.
        unsafe { result::memcpy_dtod_async(to, from, bytes as usize, std::ptr::null_mut()) }
            .map_err(call("cuMemcpyDtoD"))
    }

    fn stage(&mut self, bytes: u64) -> Result<&mut [u8], DeviceError> {
        if self.staged.1 < bytes {
            // SAFETY: page-locked memory; the old part, if any, is not used any more.
            unsafe {
                if self.staged.1 > 0 {
                    let _ = result::free_host(self.staged.0 as *mut c_void);
                    self.staged = (0, 0);
                }
                let pointer = result::malloc_host(bytes as usize, 0).map_err(call("cuMemHostAlloc"))?;
                self.staged = (pointer as Address, bytes);
            }
        }
        // SAFETY: the part has at least this size and lives until a larger one takes its place.
        Ok(unsafe { std::slice::from_raw_parts_mut(self.staged.0 as *mut u8, bytes as usize) })
    }

    fn fetch_staged(&mut self, address: Address, bytes: u64) -> Result<&[u8], DeviceError> {
        let staged = self.stage(bytes)?;
        // SAFETY: the engine fetches from what it has allocated, in this size.
        unsafe { result::memcpy_dtoh_sync(staged, address) }.map_err(call("cuMemcpyDtoH"))?;
        Ok(staged)
    }

    fn send_staged(&mut self, address: Address, bytes: u64) -> Result<(), DeviceError> {
        let staged = self.stage(bytes)?;
        // SAFETY: the engine sends into what it has allocated, in this size.
        unsafe { result::memcpy_htod_sync(address, staged) }.map_err(call("cuMemcpyHtoD"))
    }

    fn launch(&mut self, shape: Shape, kernel: Kernel, job: &Job) -> Result<(), DeviceError> {
        if !self.kernels.contains_key(&(shape, Kernel::Start)) {
            self.prepare(&[shape])?;
        }
        let Some(&function) = self.kernels.get(&(shape, kernel)) else {
            return Err(DeviceError::Kernels { shape: label(shape), message: format!("{} is missing", kernel.name()) });
        };
        let most = self.card.processors * 32;
        let blocks = match kernel {
            Kernel::Row => job.words.div_ceil(64).div_ceil(256),
            Kernel::ListAttack | Kernel::ListDefend => job.words.div_ceil(1024).min(self.card.processors * 8),
            Kernel::Count => job.words.div_ceil(256).min(self.card.processors * 8),
            _ => job.words.div_ceil(1024).min(most),
        };
        let mut job = *job;
        let mut parameters = [(&raw mut job).cast::<c_void>()];
        // SAFETY: kernels take one `Job` by value; its addresses are allocations of the engine.
        unsafe {
            result::launch_kernel(
                function,
                (blocks.max(1), 1, 1),
                (256, 1, 1),
                0,
                std::ptr::null_mut(),
                &mut parameters,
            )
        }
        .map_err(call("cuLaunchKernel"))
    }
}
