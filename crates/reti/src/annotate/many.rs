//! Many jobs on all cores, answers in the order of the jobs, and little in memory.
//!
//! Workers take jobs from one iterator and hand their answers to the caller's thread, which passes
//! them on in order. A worker that runs far ahead of the slowest one waits, so that the answers which
//! cannot be passed on yet stay few, however many jobs there are.

use std::{
    collections::BTreeMap,
    sync::{Condvar, Mutex},
    thread,
};

/// What the workers share.
struct Desk<I, R> {
    jobs: I,
    taken: usize,
    exhausted: bool,
    working: usize,
    done: BTreeMap<usize, R>,
    passed: usize,
    /// The caller wants no more.
    stopped: bool,
}

/// How many jobs a worker may be ahead, for each worker.
const AHEAD: usize = 4;

/// Does all jobs with so many workers, each with a state of its own, and passes every answer on in
/// order; ends early when `pass` answers false.
pub fn in_order<J, R, S>(
    jobs: impl Iterator<Item = J> + Send,
    workers: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, J) -> R + Sync,
    mut pass: impl FnMut(R) -> bool,
) where
    J: Send,
    R: Send,
{
    let workers = workers.max(1);
    let desk = Mutex::new(Desk {
        jobs: jobs.fuse(),
        taken: 0,
        exhausted: false,
        working: workers,
        done: BTreeMap::new(),
        passed: 0,
        stopped: false,
    });
    let changed = Condvar::new();
    let locked = || desk.lock().expect("no worker panics while it holds the desk");
    let worker = || {
        // However the worker ends, the caller must not wait for it.
        struct Leaving<'a, F: Fn()>(&'a F);
        impl<F: Fn()> Drop for Leaving<'_, F> {
            fn drop(&mut self) {
                (self.0)();
            }
        }
        let leave = || {
            if let Ok(mut desk) = desk.lock() {
                desk.working -= 1;
            }
            changed.notify_all();
        };
        let _leaving = Leaving(&leave);
        let mut own = state();
        loop {
            let (index, job) = {
                let mut desk = locked();
                while !desk.stopped && desk.taken >= desk.passed + AHEAD * workers {
                    desk = changed.wait(desk).expect("no worker panics while it holds the desk");
                }
                if desk.stopped || desk.exhausted {
                    return;
                }
                let Some(job) = desk.jobs.next() else {
                    desk.exhausted = true;
                    return;
                };
                desk.taken += 1;
                (desk.taken - 1, job)
            };
            let answer = work(&mut own, job);
            locked().done.insert(index, answer);
            changed.notify_all();
        }
    };
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(worker);
        }
        loop {
            let answer = {
                let mut desk = locked();
                loop {
                    let next = desk.passed;
                    if let Some(answer) = desk.done.remove(&next) {
                        desk.passed += 1;
                        break Some(answer);
                    }
                    if desk.working == 0 {
                        break None;
                    }
                    desk = changed.wait(desk).expect("no worker panics while it holds the desk");
                }
            };
            changed.notify_all();
            let Some(answer) = answer else { break };
            if !pass(answer) {
                locked().stopped = true;
                changed.notify_all();
                break;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_order_and_memory_stays_small() {
        let waiting = Mutex::new((0_usize, 0_usize));
        let mut got = Vec::new();
        let work = |worked: &mut u32, job: u64| {
            *worked += 1;
            let mut waiting = waiting.lock().unwrap();
            waiting.0 += 1;
            waiting.1 = waiting.1.max(waiting.0);
            drop(waiting);
            // The first job takes longest.
            thread::sleep(std::time::Duration::from_micros(if job == 0 { 20_000 } else { job % 7 * 10 }));
            job * job
        };
        let pass = |answer| {
            waiting.lock().unwrap().0 -= 1;
            got.push(answer);
            true
        };
        in_order(0..500, 3, || 0, work, pass);
        assert_eq!(got, (0..500).map(|job| job * job).collect::<Vec<u64>>());
        assert!(waiting.lock().unwrap().1 <= AHEAD * 3 + 1);
    }

    #[test]
    fn the_caller_may_stop_early_and_nothing_may_be_there() {
        let mut got = 0;
        in_order(
            0..1_000_000_u64,
            2,
            || (),
            |(), job| job,
            |_| {
                got += 1;
                got < 10
            },
        );
        assert_eq!(got, 10);
        in_order(std::iter::empty::<u8>(), 2, || (), |(), job| job, |_| panic!("no job, no answer"));
    }
}
