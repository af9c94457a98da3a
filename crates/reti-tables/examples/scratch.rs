use reti_core::chess::Color;
use reti_core::value::Value;
use reti_tables::{chain::Memory, layout::Convention, material::Material, stats::Histogram, table::Metric};
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let metric = if args.iter().any(|a| a == "--conv") { Metric::Conversion } else { Metric::Mate };
    let mut m = Memory::new();
    let list: Vec<Material> = if args.iter().any(|a| a == "--all4") { (2..=4).flat_map(Material::all).collect() } else { args.iter().filter(|a| !a.starts_with("--")).map(|a| a.parse().unwrap()).collect() };
    let mut vt = 0.0;
    let start = Instant::now();
    for e in list {
        for need in e.closure() {
            if reti_tables::table::Tables::table(&m, need).is_some() { continue; }
            let t = Instant::now();
            let table = reti_tables::generate::generate(need, metric, &m).unwrap();
            let secs = t.elapsed().as_secs_f64();
            let mut out = format!("{need}");
            for turn in [Color::White, Color::Black] {
                let h = Histogram::new(&table, turn);
                for v in [Value::Win, Value::Draw, Value::Loss] { out += &format!("\t{}", h.with_value(v, Convention::OrbitsOrdered)); }
            }
            println!("{out}");
            eprintln!("{need} {secs:.3}s total {:.2}", start.elapsed().as_secs_f64());
            let t = Instant::now();
            let r = reti_tables::verify::certified::certify(&table, &m).unwrap();
            vt += t.elapsed().as_secs_f64();
            eprintln!("   verify {:.3} checked {} violations {} total {vt:.2}", t.elapsed().as_secs_f64(), r.checked, r.violations);
            for v in r.first.iter().take(4) { eprintln!("     {v:?} {:?}", table.position(v.turn, v.index)); }
            m.insert(table);
        }
    }
}
