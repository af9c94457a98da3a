//! A few threads that do chess, and a short queue before them.
//!
//! Work carries a flag that says whether anybody still wants it. What nobody wants is dropped while it
//! waits, and ends itself while it runs, so that a client that goes away gives its place back. Each thread
//! has helpers of its own for work that is done side by side: with shared ones a request that nobody wants
//! any more would wait for those of another before it could end.

use std::{
    any::Any,
    collections::VecDeque,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Whether anybody still wants an answer.
#[derive(Clone, Debug, Default)]
pub struct Wish(Arc<AtomicBool>);

impl Wish {
    /// Nobody wants it any more.
    pub fn give_up(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether nobody wants it any more.
    pub fn is_given_up(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Gives a wish up when it goes out of scope: with the client.
pub struct WhileWanted(pub Wish);

impl Drop for WhileWanted {
    fn drop(&mut self) {
        self.0.give_up();
    }
}

type Work = Box<dyn FnOnce() + Send>;

/// The queue is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// Threads and their queue.
pub struct Pool {
    desk: Arc<Desk>,
    queue: usize,
}

#[derive(Default)]
struct Desk {
    papers: Mutex<Papers>,
    changed: Condvar,
}

#[derive(Default)]
struct Papers {
    waiting: VecDeque<(Wish, Work)>,
    running: Vec<Wish>,
    closed: bool,
}

/// Deep lines need room; a search's frames are large.
const STACK: usize = 64 << 20;

impl Pool {
    /// Starts the threads, each with so many helpers.
    pub fn new(name: &str, threads: usize, helpers: usize, queue: usize) -> io::Result<Pool> {
        let desk = Arc::new(Desk::default());
        for index in 0..threads.max(1) {
            let helpers = ThreadPoolBuilder::new().num_threads(helpers.max(1)).stack_size(STACK).build();
            let helpers = helpers.map_err(io::Error::other)?;
            let desk = Arc::clone(&desk);
            thread::Builder::new().name(format!("{name} {index}")).spawn(move || desk.work(&helpers))?;
        }
        Ok(Pool { desk, queue })
    }

    /// Queues work, unless too much is waiting that somebody wants.
    pub fn submit(&self, wish: Wish, work: impl FnOnce() + Send + 'static) -> Result<(), Full> {
        let mut papers = self.desk.locked();
        papers.waiting.retain(|(wish, _)| !wish.is_given_up());
        if papers.closed || papers.waiting.len() >= self.queue {
            return Err(Full);
        }
        papers.waiting.push_back((wish, Box::new(work)));
        drop(papers);
        self.desk.changed.notify_one();
        Ok(())
    }

    /// How much runs and how much waits.
    pub fn load(&self) -> (usize, usize) {
        let papers = self.desk.locked();
        let wanted = papers.waiting.iter().filter(|(wish, _)| !wish.is_given_up()).count();
        (papers.running.len(), wanted)
    }

    /// Nothing more is begun, and what runs is given up.
    pub fn close(&self) {
        let mut papers = self.desk.locked();
        papers.closed = true;
        papers.waiting.clear();
        papers.running.iter().for_each(Wish::give_up);
        drop(papers);
        self.desk.changed.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

impl Desk {
    fn locked(&self) -> MutexGuard<'_, Papers> {
        self.papers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, helpers: &ThreadPool) {
        while let Some((wish, work)) = self.take() {
            // Whoever waits for the answer is told by the channel that breaks.
            let _ = catch_unwind(AssertUnwindSafe(|| helpers.install(work)));
            let mut papers = self.locked();
            if let Some(index) = papers.running.iter().position(|running| Arc::ptr_eq(&running.0, &wish.0)) {
                papers.running.swap_remove(index);
            }
        }
    }

    /// The next work that somebody wants; none when the pool is closed.
    fn take(&self) -> Option<(Wish, Work)> {
        let mut papers = self.locked();
        loop {
            if papers.closed {
                return None;
            }
            while let Some((wish, work)) = papers.waiting.pop_front() {
                if !wish.is_given_up() {
                    papers.running.push(wish.clone());
                    return Some((wish, work));
                }
            }
            papers = self.changed.wait(papers).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What a panic said.
pub fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason was given")
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, time::Duration};

    use super::*;

    #[test]
    fn a_panic_costs_one_piece_of_work() {
        let pool = Pool::new("test", 1, 1, 4).unwrap();
        pool.submit(Wish::default(), || panic!("on purpose")).unwrap();
        let (send, receive) = mpsc::channel();
        pool.submit(Wish::default(), move || send.send(7).unwrap()).unwrap();
        assert_eq!(receive.recv_timeout(Duration::from_secs(10)), Ok(7));
    }

    #[test]
    fn what_nobody_wants_takes_no_place() {
        let pool = Pool::new("test", 1, 1, 1).unwrap();
        let (free, wait) = mpsc::channel::<()>();
        let (begun, started) = mpsc::channel();
        let work = move || {
            begun.send(()).unwrap();
            let _ = wait.recv();
        };
        pool.submit(Wish::default(), work).unwrap();
        started.recv_timeout(Duration::from_secs(10)).unwrap();
        let wish = Wish::default();
        pool.submit(wish.clone(), || panic!("this is never done")).unwrap();
        assert_eq!(pool.submit(Wish::default(), || ()), Err(Full));
        assert_eq!(pool.load(), (1, 1));
        wish.give_up();
        assert_eq!(pool.load(), (1, 0));
        let (send, receive) = mpsc::channel();
        pool.submit(Wish::default(), move || send.send(()).unwrap()).unwrap();
        free.send(()).unwrap();
        assert_eq!(receive.recv_timeout(Duration::from_secs(10)), Ok(()));
    }
}
