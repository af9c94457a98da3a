use reti_core::chess::Position;
use reti_lessons::{explain::Explainer, words::Words};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let position = Position::from_fen(&args[1]).unwrap();
    let explainer = Explainer::new();
    let t = std::time::Instant::now();
    let lesson = match args.get(2) {
        Some(m) => explainer.explain_move(&position, position.parse_move(m).unwrap()).unwrap(),
        None => explainer.explain(&position).unwrap(),
    };
    for section in Words::english().lesson(&lesson) {
        if let Some(h) = section.heading { println!("## {h}"); }
        for p in section.paragraphs { println!("  - {} [{}]", p.text, p.mark); }
    }
    println!("({} left out, {:?})", lesson.left_out, t.elapsed());
}
