//! Limits that hold whatever somebody types or sends.

/// More threads than this are not started.
pub const MAX_THREADS: usize = 256;

/// How many mebibytes can be had without pushing other programs out, where the system tells: memory
/// that is promised and not there ends the program when it is used.
pub fn available_memory() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok().map(|kibibytes| kibibytes / 1024)
}
