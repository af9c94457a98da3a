use reti_tables::{build::{self, Event, Options}, material::Material, store::Store};
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let store = Store::open(std::path::Path::new(&args[0]), 6 << 30).unwrap();
    let list: Vec<Material> = args[1..].iter().map(|a| a.parse().unwrap()).collect();
    build::build(&store, &list, &Options { mate: false, threads: 1 }, &mut |e| {
        if let Event::Done(r) = e {
            let c = r.cpu.unwrap_or_default();
            println!("{}\t{:.2}\t{:.2}\t{:.2}", r.material, c.generate, c.certify, c.total);
        }
    }).unwrap();
}
