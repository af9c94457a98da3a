//! Many jobs on all cores, answers in the order of the jobs, and little in memory.
//!
//! Workers take jobs from one iterator and hand their answers to the caller's thread, which passes
//! them on in order. A worker that runs far ahead of the slowest one waits, so that the answers which
//! cannot be passed on yet stay few, however many jobs there are.

use std::{
    collections::BTreeMap,
    sync::{Condvar, Mutex, MutexGuard},
    thread,
};

/// How many jobs a worker may be ahead, for each worker.
const AHEAD: usize = 4;

/// Where workers take jobs and leave answers, and the caller fetches them.
struct Desk<I, R> {
    papers: Mutex<Papers<I, R>>,
    changed: Condvar,
    /// How many jobs may be taken beyond what was passed on.
    ahead: usize,
}

struct Papers<I, R> {
    jobs: I,
    taken: usize,
    exhausted: bool,
    working: usize,
    done: BTreeMap<usize, R>,
    passed: usize,
    /// The caller wants no more.
    stopped: bool,
}

impl<I: Iterator, R> Desk<I, R> {
    fn new(jobs: I, workers: usize) -> Desk<I, R> {
        let papers = Papers {
            jobs,
            taken: 0,
            exhausted: false,
            working: workers,
            done: BTreeMap::new(),
            passed: 0,
            stopped: false,
        };
        Desk { papers: Mutex::new(papers), changed: Condvar::new(), ahead: AHEAD * workers }
    }

    fn locked(&self) -> MutexGuard<'_, Papers<I, R>> {
        self.papers.lock().expect("no worker panics while it holds the desk")
    }

    /// Waits as long as `must_wait`.
    fn locked_when(&self, mut must_wait: impl FnMut(&mut Papers<I, R>) -> bool) -> MutexGuard<'_, Papers<I, R>> {
        let waited = self.changed.wait_while(self.locked(), |papers| must_wait(papers));
        waited.expect("no worker panics while it holds the desk")
    }

    /// The next job and its number, once the caller is not too far behind.
    fn take(&self) -> Option<(usize, I::Item)> {
        let mut papers = self.locked_when(|papers| !papers.stopped && papers.taken >= papers.passed + self.ahead);
        if papers.stopped || papers.exhausted {
            return None;
        }
        let Some(job) = papers.jobs.next() else {
            papers.exhausted = true;
            return None;
        };
        papers.taken += 1;
        Some((papers.taken - 1, job))
    }

    fn hand_in(&self, index: usize, answer: R) {
        self.locked().done.insert(index, answer);
        self.changed.notify_all();
    }

    /// The next answer in order; none when all work is done.
    fn fetch(&self) -> Option<R> {
        let mut papers = self.locked_when(|papers| papers.working > 0 && !papers.done.contains_key(&papers.passed));
        let next = papers.passed;
        let answer = papers.done.remove(&next)?;
        papers.passed += 1;
        drop(papers);
        self.changed.notify_all();
        Some(answer)
    }

    fn stop(&self) {
        self.locked().stopped = true;
        self.changed.notify_all();
    }
}

/// However a worker ends, the caller must not wait for it.
struct Leaving<'a, I, R>(&'a Desk<I, R>);

impl<I, R> Drop for Leaving<'_, I, R> {
    fn drop(&mut self) {
        if let Ok(mut papers) = self.0.papers.lock() {
            papers.working -= 1;
        }
        self.0.changed.notify_all();
    }
}

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
    let desk = Desk::new(jobs.fuse(), workers);
    let worker = || {
        let _leaving = Leaving(&desk);
        let mut own = state();
        while let Some((index, job)) = desk.take() {
            desk.hand_in(index, work(&mut own, job));
        }
    };
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(worker);
        }
        while let Some(answer) = desk.fetch() {
            if !pass(answer) {
                desk.stop();
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
