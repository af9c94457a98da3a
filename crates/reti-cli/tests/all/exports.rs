//! Files for other programs, opened by those programs where they are at hand.

use crate::support;

use std::{path::PathBuf, process::Command};

use support::{OPERA, reti, reti_with, scratch};

const FENS: [&str; 4] = [
    "startpos",
    "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
];

/// A small check that tags nest, attributes are quoted and characters are escaped.
#[track_caller]
fn check_well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = xml;
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        assert!(!text.contains('>'), "a stray > in {text:?}");
        for entity in text.split('&').skip(1) {
            let name = entity.split(';').next().unwrap_or_default();
            assert!(["amp", "lt", "gt", "quot", "#39"].contains(&name), "unknown entity {name:?}");
        }
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        rest = &rest[end + 1..];
        if tag.starts_with('?') {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "tags nest");
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap_or_default());
        }
    }
    assert!(open.is_empty(), "{open:?} stay open");
}

/// Runs a Python script on files; `None`, with a word about it, if Python or the module is missing.
fn python(module: &str, script: &str, files: &[PathBuf]) -> Option<String> {
    let script = format!("try:\n import {module}\nexcept ImportError:\n raise SystemExit(77)\n{script}");
    let output = Command::new("python3").args(["-c", &script]).args(files).output();
    match output {
        Ok(output) if output.status.success() => Some(String::from_utf8_lossy(&output.stdout).trim().to_owned()),
        Ok(output) if output.status.code() != Some(77) => panic!("{}", String::from_utf8_lossy(&output.stderr)),
        _ => {
            eprintln!("skipped: python3 with {module} is not installed");
            None
        }
    }
}

#[test]
fn every_xml_export_is_well_formed() {
    for fen in FENS {
        for format in ["graphml", "gexf", "svg"] {
            let run = reti(&["graph", fen, "--format", format]);
            assert_eq!(run.code, Some(0));
            check_well_formed(&run.out);
        }
    }
    let odd = OPERA.replace("Morphy", "<M & \\\"Co\\\">");
    let run = reti_with(&["graph", "--fragility", "-", "--format", "svg"], odd.as_bytes());
    check_well_formed(&run.out);
    assert!(run.out.contains("&lt;M &amp; &quot;Co&quot;&gt;"), "{}", run.out);
}

#[test]
fn networkx_opens_every_graph_and_finds_every_edge() {
    let (mut files, mut expected) = (Vec::new(), Vec::new());
    for (index, fen) in FENS.iter().enumerate() {
        let json: serde_json::Value =
            serde_json::from_str(&reti(&["graph", fen, "--format", "json"]).out).expect("valid JSON");
        let count = |field: &str| json[field].as_array().map_or(0, Vec::len);
        for format in ["json", "graphml", "gexf"] {
            let path = scratch(&format!("graph{index}.{format}"));
            assert_eq!(reti(&["graph", fen, "--format", format, "-o", &path.display().to_string()]).code, Some(0));
            files.push(path);
            expected.push(format!("{} {}", count("nodes"), count("links")));
        }
    }
    let script = "
import sys, json, networkx as nx
read = {
    'json': lambda path: nx.node_link_graph(json.load(open(path)), edges='links'),
    'graphml': lambda path: nx.read_graphml(path, force_multigraph=True),
    'gexf': lambda path: nx.read_gexf(path, version='1.3'),
}
for path in sys.argv[1:]:
    G = read[path.split('.')[-1]](path)
    assert G.is_directed() and all('relation' in d for *_, d in G.edges(data=True)), path
    print(G.number_of_nodes(), G.number_of_edges())
";
    if let Some(found) = python("networkx", script, &files) {
        assert_eq!(found.lines().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn numpy_opens_the_dataset() {
    let path = scratch("games.npz");
    let run = reti_with(&["graph", "--dataset", "-", "-o", &path.display().to_string()], OPERA.repeat(2).as_bytes());
    assert_eq!((run.code, run.err.as_str()), (Some(0), "68 positions of 2 games\n"));
    let script = "
import sys, numpy as np
d = np.load(sys.argv[1])
n, e = d['node_ptr'], d['edge_ptr']
assert len(n) == len(e) == len(d['hedge_ptr']) == len(d['hinc_ptr']) == len(d['fen']) + 1 == 69
assert d['x'].shape == (n[-1], 24) and d['x'].dtype == np.float32
assert d['edge_index'].shape == (2, e[-1]) and d['edge_index'].dtype == np.int64
assert d['edge_attr'].shape == (e[-1], 8) and d['edge_type'].shape == d['edge_third'].shape == (e[-1],)
assert d['u'].shape == (68, 14) and d['y_result'].tolist() == [1.0] * 68 and np.isnan(d['y_eval_cp']).all()
h, k, hyper = d['hedge_ptr'], d['hinc_ptr'], d['hyperedge_index']
assert hyper.shape == (2, k[-1]) and d['hyperedge_role'].shape == (k[-1],)
assert d['hyperedge_attr'].shape == (h[-1], 4) and d['hyperedge_type'].shape == (h[-1],) and h[-1] > 0
for g in range(68):
    index = d['edge_index'][:, e[g]:e[g + 1]]
    assert index.min() >= 0 and index.max() < n[g + 1] - n[g] == sum(c.isalpha() for c in d['fen'][g].split()[0])
    part = hyper[:, k[g]:k[g + 1]]
    assert part.size == 0 or part.min() >= 0 and part[0].max() < n[g + 1] - n[g] and part[1].max() < h[g + 1] - h[g]
print(d['fen'][0])
";
    if let Some(found) = python("numpy", script, &[path]) {
        assert_eq!(found, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    }
}

#[test]
fn json_lines_hold_the_same_numbers() {
    let run = reti_with(&["graph", "--dataset", "-", "--format", "jsonl", "--pov", "mover"], OPERA.as_bytes());
    let lines: Vec<serde_json::Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 34);
    assert_eq!(lines[0]["x"][0].as_array().unwrap().len(), 24);
    assert_eq!((lines[0]["y_result"].as_f64(), lines[1]["y_result"].as_f64()), (Some(1.0), Some(-1.0)));
    assert!(lines[0]["y_eval_cp"].is_null());
    let edges = lines[5]["edge_index"][0].as_array().unwrap().len();
    assert_eq!(lines[5]["edge_attr"].as_array().unwrap().len(), edges);
}

#[test]
fn squares_as_nodes_have_an_edge_for_every_legal_move() {
    let arguments = ["graph", "--dataset", "-", "--format", "jsonl", "--graph", "square"];
    let run = reti_with(&arguments, OPERA.as_bytes());
    let lines: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("valid JSON")).collect();
    let list = |line: usize, field: &str| lines[line][field].as_array().cloned().unwrap_or_default();
    assert_eq!((list(0, "x").len(), list(0, "x")[0].as_array().map(Vec::len)), (64, Some(25)));
    assert_eq!(list(0, "edge_type").iter().filter(|kind| **kind == 5).count(), 20);
    for (index, line) in lines[..33].iter().enumerate() {
        assert!(list(index, "edge_move").contains(&line["y_move"]), "the played move is among the edges");
    }
    // 12. O-O-O is the king's move from e1 to c1; the game ends with mate.
    assert_eq!(lines[22]["y_move"], 4 * 64 + 2);
    assert_eq!((&lines[33]["y_move"], list(33, "edge_move").iter().filter(|m| **m != -1).count()), (&(-1).into(), 0));
}
