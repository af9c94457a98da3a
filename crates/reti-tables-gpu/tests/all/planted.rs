//! Errors planted between generator and certifier: every one must be found.

use std::cell::RefCell;
use std::rc::Rc;

use reti_core::chess::Color;
use reti_tables::material::Material;
use reti_tables_gpu::device::Device as _;
use reti_tables_gpu::engine::{Engine, Rule, Wish};
use reti_tables_gpu::host::Host;
use reti_tables_gpu::roles::Roles;

const CHECKED: Wish = Wish { certify: true, count: false };

fn engine() -> Option<Engine<Host>> {
    if !Host::is_built() {
        eprintln!("skipped: the kernels were not built for the host");
        return None;
    }
    Some(Engine::new(Host::new(4 << 30)).expect("the host can be used"))
}

fn roles(name: &str) -> Roles {
    Roles::of(name.parse::<Material>().expect("an endgame"), Color::White)
}

/// Flips bits in labels and ranks and counts how many plants the certifier misses.
fn missed(name: &str, plants: u64, seed: u64) -> u64 {
    let Some(mut engine) = engine() else { return 0 };
    let roles = roles(name);
    assert_eq!(engine.make(&roles, Rule::Plain, CHECKED).expect("is made").violations, Some(0), "{name}");
    let numbers = Rc::new(RefCell::new(fastrand::Rng::with_seed(seed)));
    let mut missed = 0;
    for plant in 0..plants {
        let numbers = Rc::clone(&numbers);
        let chosen = if roles.pawns() == 0 { 0 } else { numbers.borrow_mut().u64(..3) };
        let mut batch_number = 0;
        engine.on_batch = Some(Box::new(move |device, made, batch| {
            if *made != roles || batch_number != chosen {
                batch_number += u64::from(*made == roles);
                return Ok(());
            }
            batch_number += 1;
            let mut numbers = numbers.borrow_mut();
            let word = numbers.u64(..batch.words);
            let plane = numbers.u64(..8);
            let address = match plant % 4 {
                0 => batch.job.nw + word * 8,
                1 => batch.job.dl + word * 8,
                2 => batch.job.ranknw + (plane * batch.words + word) * 8,
                _ => batch.job.rankdl + (plane * batch.words + word) * 8,
            };
            let mut bytes = [0; 8];
            device.download(address, &mut bytes)?;
            let flipped = u64::from_le_bytes(bytes) ^ 1 << numbers.u64(..64);
            device.upload(address, &flipped.to_le_bytes())
        }));
        let found = engine.make(&roles, Rule::Plain, CHECKED).expect("is made").violations.unwrap_or(0);
        missed += u64::from(found == 0);
    }
    missed
}

#[test]
fn a_thousand_flipped_bits_are_found() {
    assert_eq!(missed("KQvK", 300, 1), 0);
    assert_eq!(missed("KRvK", 300, 2), 0);
    assert_eq!(missed("KPvK", 380, 3), 0);
    assert_eq!(missed("KPvKP", 20, 4), 0);
}

/// The certifier reads the tables that it rests on itself: false ones among them are noticed. Queen and
/// rook are exchanged together, since a position that wins by one promotion needs no other.
#[test]
fn wrong_successor_tables_are_found() {
    for other in [0, 1] {
        let Some(mut engine) = engine() else { return };
        let roles = roles("KPvK");
        engine.on_batch = Some(Box::new(move |device, made, batch| {
            if *made == roles {
                let set = |kind: usize| batch.job.promoted[0][kind].set;
                device.copy(set(3), set(other), 462 * 8)?;
                device.copy(set(2), set(other), 462 * 8)?;
            }
            Ok(())
        }));
        let found = engine.make(&roles, Rule::Plain, CHECKED).expect("is made").violations;
        assert!(found > Some(0), "{other}");
    }
}
