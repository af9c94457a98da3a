//! Reviews of games as jobs: begun, watched, fetched, cancelled.
//!
//! A job lives in memory and ends with the server; nothing is called saved. The last finished ones are
//! kept until newer ones push them out.

use std::{
    collections::VecDeque,
    hash::{BuildHasher as _, RandomState},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    body::Body,
    extract::{Path, Request, State},
    http::{HeaderValue, StatusCode, header},
};
use reti::{
    requests::{Annotated, Event, Refusal, annotated},
    wire::{self, JobState},
};
use tokio::sync::{mpsc, watch};

use crate::{
    Shared,
    answer::{self, Answer},
    api::{Asked, body_of},
    events::event,
    pool::{WhileWanted, Wish},
};

/// So many jobs are remembered.
const MAX_JOBS: usize = 64;

/// The jobs of this server.
#[derive(Default)]
pub struct Jobs {
    list: Mutex<VecDeque<Arc<Job>>>,
    names: RandomState,
}

/// One job.
struct Job {
    id: String,
    wish: Wish,
    told: watch::Sender<wire::Job>,
    result: Mutex<Option<Annotated>>,
}

impl Jobs {
    fn locked(&self) -> MutexGuard<'_, VecDeque<Arc<Job>>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: &str) -> Option<Arc<Job>> {
        self.locked().iter().find(|job| job.id == id).map(Arc::clone)
    }

    /// A new job; the oldest finished one makes room for it.
    fn add(&self, wish: Wish) -> Option<Arc<Job>> {
        let mut list = self.locked();
        if list.len() >= MAX_JOBS {
            let old = list.iter().position(|job| job.is_over())?;
            list.remove(old);
        }
        // Nobody guesses it: the hasher's keys are random.
        let id = format!("{:016x}", self.names.hash_one((list.len(), std::time::Instant::now())));
        let at = |rest: &str| format!("/api/v1/annotate/{id}/{rest}");
        let told = wire::Job {
            id: id.clone(),
            state: JobState::Queued,
            progress: 0.0,
            events: at("events"),
            result: at("result"),
            problem: None,
        };
        let job = Arc::new(Job { id, wish, told: watch::Sender::new(told), result: Mutex::new(None) });
        list.push_back(Arc::clone(&job));
        Some(job)
    }

    fn remove(&self, id: &str) {
        self.locked().retain(|job| job.id != id);
    }

    /// Gives everything up.
    pub fn cancel_all(&self) {
        self.locked().iter().for_each(|job| job.wish.give_up());
    }
}

impl Job {
    fn is_over(&self) -> bool {
        !matches!(self.told.borrow().state, JobState::Queued | JobState::Running)
    }

    /// The state changes, unless the job is over.
    fn change(&self, change: impl FnOnce(&mut wire::Job)) {
        self.told.send_if_modified(|told| {
            let goes_on = matches!(told.state, JobState::Queued | JobState::Running);
            if goes_on {
                change(told);
            }
            goes_on
        });
    }

    fn end(&self, result: Result<Annotated, Refusal>) {
        match result {
            Ok(annotated) => {
                *self.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(annotated);
                self.change(|told| (told.state, told.progress) = (JobState::Done, 1.0));
            }
            Err(Refusal::Stopped) => self.change(|told| told.state = JobState::Cancelled),
            Err(refusal) => {
                self.change(|told| (told.state, told.problem) = (JobState::Failed, Some(refusal.problem())));
            }
        }
    }
}

/// `POST /api/v1/annotate`: begins a job.
pub async fn begin(State(shared): State<Arc<Shared>>, request: Request) -> Answer {
    let body = match body_of(&shared, request).await {
        Ok(body) => body,
        Err(refused) => return refused,
    };
    let asked = Asked::new(&shared, body);
    // What cannot even be read is refused at once.
    if let Err(refusal) = reti::requests::check_annotate(&asked.body, shared.options.limits) {
        return answer::told(Err(refusal));
    }
    let Some(job) = shared.jobs.add(asked.wish.clone()) else { return answer::busy() };
    let (mine, wish) = (Arc::clone(&job), asked.wish.clone());
    let work = move || {
        mine.change(|told| told.state = JobState::Running);
        let tell = |event: &Event| {
            if let Event::Progress(done) = event {
                mine.change(|told| told.progress = done.progress);
            }
        };
        let result = asked.ask(&tell, annotated);
        mine.end(result);
    };
    if shared.work.submit(wish, work).is_err() {
        shared.jobs.remove(&job.id);
        return answer::busy();
    }
    let mut accepted = told(&job);
    *accepted.status_mut() = StatusCode::ACCEPTED;
    if let Ok(place) = HeaderValue::from_str(&format!("/api/v1/annotate/{}", job.id)) {
        accepted.headers_mut().insert(header::LOCATION, place);
    }
    accepted
}

fn told(job: &Job) -> Answer {
    let told = job.told.borrow().clone();
    answer::json(wire::to_json(&told))
}

fn unknown() -> Answer {
    answer::missing("there is no such job: it was deleted, or the server does not remember it")
}

/// `GET /api/v1/annotate/{id}`: how far a job has come.
pub async fn state(State(shared): State<Arc<Shared>>, Path(id): Path<String>) -> Answer {
    shared.jobs.find(&id).map_or_else(unknown, |job| told(&job))
}

/// `DELETE /api/v1/annotate/{id}`: nobody wants it any more.
pub async fn cancel(State(shared): State<Arc<Shared>>, Path(id): Path<String>) -> Answer {
    let Some(job) = shared.jobs.find(&id) else { return unknown() };
    job.wish.give_up();
    job.change(|told| told.state = JobState::Cancelled);
    shared.jobs.remove(&id);
    let mut gone = answer::json(Body::empty());
    *gone.status_mut() = StatusCode::NO_CONTENT;
    gone
}

/// `GET /api/v1/annotate/{id}/events`: the job, each time that it changes, until it is over.
pub async fn events(State(shared): State<Arc<Shared>>, Path(id): Path<String>) -> Answer {
    let Some(job) = shared.jobs.find(&id) else { return unknown() };
    let mut changes = job.told.subscribe();
    let (lines, source) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        loop {
            let told = changes.borrow_and_update().clone();
            let goes_on = matches!(told.state, JobState::Queued | JobState::Running);
            let sent = lines.send(event("job", &wire::to_line(&told)));
            if sent.is_err() || !goes_on || changes.changed().await.is_err() {
                return;
            }
        }
    });
    // Who stops watching does not stop the job.
    crate::events::answer(source, WhileWanted(Wish::default()))
}

/// `GET /api/v1/annotate/{id}/result`: the document.
pub async fn result(State(shared): State<Arc<Shared>>, Path(id): Path<String>) -> Answer {
    fetched(&shared, &id, |annotated| answer::json(annotated.json.clone()))
}

/// `GET /api/v1/annotate/{id}/pgn`: the game with glyphs, comments and variations.
pub async fn pgn(State(shared): State<Arc<Shared>>, Path(id): Path<String>) -> Answer {
    fetched(&shared, &id, |annotated| answer::of("application/x-chess-pgn; charset=utf-8", annotated.pgn.clone()))
}

fn fetched(shared: &Shared, id: &str, answer: impl Fn(&Annotated) -> Answer) -> Answer {
    let Some(job) = shared.jobs.find(id) else { return unknown() };
    let result = job.result.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(annotated) = result.as_ref() {
        return answer(annotated);
    }
    if let Some(problem) = &job.told.borrow().problem {
        return answer::problem(problem);
    }
    let detail = "the job is not done yet: its events tell when it is";
    answer::refused(StatusCode::CONFLICT, "not-done", "There is no result yet", detail)
}
