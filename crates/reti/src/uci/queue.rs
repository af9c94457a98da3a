//! What waits for the worker: in order, and not without bounds.

use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use super::{
    clock::Signals,
    command::{Command, Go},
};

/// Something that needs the engine.
pub(super) enum Task {
    /// Search, and heed the signals.
    Search(Go, Arc<Signals>),
    /// Anything else.
    Do(Command),
}

/// More commands than any program sends during a search.
const MAX_TASKS: usize = 10_000;

/// All waiting lines together may be so long, in bytes.
const MAX_BYTES: usize = 64 << 20;

/// Tasks from the one who reads to the one who works.
#[derive(Default)]
pub(super) struct Queue {
    inside: Mutex<Inside>,
    changed: Condvar,
}

#[derive(Default)]
struct Inside {
    tasks: VecDeque<(Task, usize)>,
    bytes: usize,
    is_closed: bool,
}

impl Queue {
    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a task that came as a line of so many bytes; `false` if there is no room.
    pub fn put(&self, task: Task, bytes: usize) -> bool {
        let mut inside = self.inside();
        if inside.tasks.len() >= MAX_TASKS || inside.bytes + bytes > MAX_BYTES {
            return false;
        }
        inside.bytes += bytes;
        inside.tasks.push_back((task, bytes));
        self.changed.notify_one();
        true
    }

    /// Waits for the next task; `None` after the last one.
    pub fn take(&self) -> Option<Task> {
        let mut inside = self.inside();
        loop {
            if let Some((task, bytes)) = inside.tasks.pop_front() {
                inside.bytes -= bytes;
                return Some(task);
            }
            if inside.is_closed {
                return None;
            }
            inside = self.changed.wait(inside).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Nothing more will come.
    pub fn close(&self) {
        self.inside().is_closed = true;
        self.changed.notify_one();
    }

    /// Drops all that waits, and nothing more will come.
    pub fn empty(&self) {
        let mut inside = self.inside();
        inside.tasks.clear();
        inside.bytes = 0;
        inside.is_closed = true;
        self.changed.notify_one();
    }
}
