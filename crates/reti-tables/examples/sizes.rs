use reti_tables::{build::{self, Event, Options}, material::Material, store::Store};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let store = Store::open(std::path::Path::new(&args[0]), 8 << 30).unwrap();
    let list: Vec<Material> = args[1..].iter().flat_map(|a| match a.parse::<usize>() { Ok(n) => Material::all(n), Err(_) => vec![a.parse().unwrap()] }).collect();
    let start = std::time::Instant::now();
    let mut values = 0;
    println!("endgame\tpositions\tload\tgenerate\tcertify\twrite\tcpu_generate\tcpu_certify\tcpu_total\tfile\tvalues");
    build::build(&store, &list, &Options { mate: false, threads: 0 }, &mut |e| {
        if let Event::Done(r) = e {
            let c = r.cpu.unwrap_or_default();
            values += r.sizes.values;
            println!("{}\t{}\t{:.2}\t{:.2}\t{:.2}\t{:.2}\t{:.2}\t{:.2}\t{:.2}\t{}\t{}", r.material, r.positions, r.load, r.generate, r.certify, r.write, c.generate, c.certify, c.total, r.sizes.file, r.sizes.values);
        }
    }).unwrap();
    println!("# wall {:.1} cpu {:.1} values {values}", start.elapsed().as_secs_f64(), build::cpu_seconds().unwrap());
}
