//! The graph for graph programs: DOT for Graphviz, GraphML and GEXF for networkx, Gephi and yEd.
//!
//! All three carry the same nodes, edges and properties as the node-link JSON. Positions of the
//! nodes are given where a format has a place for them, so that a layout looks like the board.

use std::fmt::Write as _;

use super::{Position, Selection, graph};
use crate::{markup::escape, wire};

/// A property of a node or an edge, with the type names of GraphML (GEXF uses the same).
struct Property<T> {
    name: &'static str,
    kind: &'static str,
    get: fn(&T) -> Option<String>,
}

const NODE_PROPERTIES: [Property<wire::Node>; 5] = [
    Property { name: "piece", kind: "string", get: |node| Some(node.piece.to_string()) },
    Property { name: "color", kind: "string", get: |node| Some(node.color.to_string()) },
    Property { name: "type", kind: "string", get: |node| Some(node.piece_type.to_string()) },
    Property { name: "index", kind: "int", get: |node| Some(node.index.to_string()) },
    Property { name: "worth", kind: "int", get: |node| Some(node.worth.to_string()) },
];

const LINK_PROPERTIES: [Property<wire::Link>; 11] = [
    Property { name: "relation", kind: "string", get: |link| Some(link.relation.to_string()) },
    Property { name: "strength", kind: "int", get: |link| Some(link.strength.to_string()) },
    Property { name: "legal", kind: "boolean", get: |link| link.legal.map(|value| value.to_string()) },
    Property { name: "check", kind: "boolean", get: |link| link.check.map(|value| value.to_string()) },
    Property { name: "en_passant", kind: "boolean", get: |link| link.en_passant.map(|value| value.to_string()) },
    Property { name: "through", kind: "string", get: |link| link.through.clone() },
    Property { name: "slider", kind: "string", get: |link| link.slider.clone() },
    Property { name: "shielded", kind: "string", get: |link| link.shielded.clone() },
    Property { name: "is_absolute", kind: "boolean", get: |link| link.is_absolute.map(|value| value.to_string()) },
    Property { name: "kind", kind: "string", get: |link| link.kind.map(|kind| kind.to_string()) },
    Property { name: "shields", kind: "boolean", get: |link| link.shields.map(|value| value.to_string()) },
];

fn link_id(link: &wire::Link) -> String {
    format!("{}-{}-{}", link.source, link.target, link.key)
}

/// The column and row of a node, from 0.
fn place(node: &wire::Node) -> (u32, u32) {
    (node.index % 8, node.index / 8)
}

/// The graph in the DOT language; `neato -n` draws it like the board.
pub fn dot(position: &Position, selection: Selection) -> String {
    let graph = graph(position, selection);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "digraph position {{\n  label=\"{}\";", graph.graph.fen);
    out.push_str("  node [shape=circle, style=filled, fontname=\"sans-serif\"];\n");
    for node in &graph.nodes {
        let (column, row) = place(node);
        let (fill, font) = if node.color == "white" { ("white", "black") } else { ("gray20", "white") };
        let _ = writeln!(
            out,
            "  {} [label=\"{}{}\", fillcolor={fill}, fontcolor={font}, pos=\"{},{}!\"];",
            node.id,
            node.piece.to_ascii_uppercase(),
            node.id,
            column * 90,
            row * 90
        );
    }
    for link in &graph.links {
        let mut attributes = String::new();
        for property in &LINK_PROPERTIES {
            if let Some(value) = (property.get)(link) {
                let _ = write!(attributes, "{}=\"{value}\", ", property.name);
            }
        }
        let color = match link.relation {
            wire::Relation::Attack => "orangered",
            wire::Relation::Defend => "seagreen",
            wire::Relation::Block => "gray40",
            wire::Relation::Pin => "purple",
            wire::Relation::Xray => "royalblue",
        };
        let style = match (link.relation, link.legal) {
            (_, Some(false)) | (wire::Relation::Block, _) => "dotted",
            (wire::Relation::Xray, _) => "dashed",
            _ => "solid",
        };
        let _ = writeln!(out, "  {} -> {} [{attributes}color={color}, style={style}];", link.source, link.target);
    }
    out.push_str("}\n");
    out
}

/// The graph as GraphML.
pub fn graphml(position: &Position, selection: Selection) -> String {
    let graph = graph(position, selection);
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns \
         http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n",
    );
    let key = |out: &mut String, domain: &str, name: &str, kind: &str| {
        // Writing to a string cannot fail.
        let _ =
            writeln!(out, "  <key id=\"{domain}_{name}\" for=\"{domain}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>");
    };
    for (name, kind) in [("schema", "string"), ("fen", "string"), ("turn", "string")] {
        key(&mut out, "graph", name, kind);
    }
    for property in &NODE_PROPERTIES {
        key(&mut out, "node", property.name, property.kind);
    }
    for property in &LINK_PROPERTIES {
        key(&mut out, "edge", property.name, property.kind);
    }
    out.push_str("  <graph id=\"position\" edgedefault=\"directed\">\n");
    let data = |out: &mut String, indent: usize, key: &str, name: &str, value: &str| {
        let _ = writeln!(out, "{:indent$}<data key=\"{key}_{name}\">{}</data>", "", escape(value));
    };
    for (name, value) in
        [("schema", wire::Schema::TEXT), ("fen", &graph.graph.fen), ("turn", graph.graph.turn.as_str())]
    {
        data(&mut out, 4, "graph", name, value);
    }
    for node in &graph.nodes {
        let _ = writeln!(out, "    <node id=\"{}\">", node.id);
        for property in &NODE_PROPERTIES {
            if let Some(value) = (property.get)(node) {
                data(&mut out, 6, "node", property.name, &value);
            }
        }
        out.push_str("    </node>\n");
    }
    for link in &graph.links {
        let _ =
            writeln!(out, "    <edge id=\"{}\" source=\"{}\" target=\"{}\">", link_id(link), link.source, link.target);
        for property in &LINK_PROPERTIES {
            if let Some(value) = (property.get)(link) {
                data(&mut out, 6, "edge", property.name, &value);
            }
        }
        out.push_str("    </edge>\n");
    }
    out.push_str("  </graph>\n</graphml>\n");
    out
}

/// The graph as GEXF 1.3, with colours and places for Gephi.
pub fn gexf(position: &Position, selection: Selection) -> String {
    let graph = graph(position, selection);
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <gexf xmlns=\"http://gexf.net/1.3\" xmlns:viz=\"http://gexf.net/1.3/viz\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xsi:schemaLocation=\"http://gexf.net/1.3 http://gexf.net/1.3/gexf.xsd\" version=\"1.3\">\n",
    );
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "  <meta>\n    <creator>reti</creator>\n    <description>{}</description>\n  </meta>",
        escape(&graph.graph.fen)
    );
    out.push_str("  <graph defaultedgetype=\"directed\">\n");
    attributes(&mut out, "node", &NODE_PROPERTIES);
    attributes(&mut out, "edge", &LINK_PROPERTIES);
    out.push_str("    <nodes>\n");
    for node in &graph.nodes {
        let (column, row) = place(node);
        let (tone, label) = (if node.color == "white" { 240 } else { 40 }, node.piece.to_ascii_uppercase());
        let _ = writeln!(out, "      <node id=\"{0}\" label=\"{label}{0}\">", node.id);
        values(&mut out, node, &NODE_PROPERTIES);
        let _ = writeln!(
            out,
            "        <viz:color r=\"{tone}\" g=\"{tone}\" b=\"{tone}\"/>\n        \
             <viz:position x=\"{}\" y=\"{}\" z=\"0\"/>\n      </node>",
            column * 100,
            row * 100
        );
    }
    out.push_str("    </nodes>\n    <edges>\n");
    for link in &graph.links {
        // `kind` tells parallel edges of one pair apart.
        let _ = writeln!(
            out,
            "      <edge id=\"{}\" source=\"{}\" target=\"{}\" label=\"{}\" kind=\"{}\">",
            link_id(link),
            link.source,
            link.target,
            link.relation,
            link.key
        );
        values(&mut out, link, &LINK_PROPERTIES);
        out.push_str("      </edge>\n");
    }
    out.push_str("    </edges>\n  </graph>\n</gexf>\n");
    out
}

/// The declarations of GEXF; it says `integer` where GraphML says `int`.
fn attributes<T>(out: &mut String, class: &str, properties: &[Property<T>]) {
    let _ = writeln!(out, "    <attributes class=\"{class}\" mode=\"static\">");
    for (index, property) in properties.iter().enumerate() {
        let kind = if property.kind == "int" { "integer" } else { property.kind };
        let _ = writeln!(out, "      <attribute id=\"{index}\" title=\"{}\" type=\"{kind}\"/>", property.name);
    }
    out.push_str("    </attributes>\n");
}

fn values<T>(out: &mut String, item: &T, properties: &[Property<T>]) {
    out.push_str("        <attvalues>\n");
    for (index, property) in properties.iter().enumerate() {
        if let Some(value) = (property.get)(item) {
            let _ = writeln!(out, "          <attvalue for=\"{index}\" value=\"{}\"/>", escape(&value));
        }
    }
    out.push_str("        </attvalues>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6";

    #[test]
    fn every_format_has_every_edge() {
        let position = crate::read_position(FEN).unwrap();
        let edges = graph(&position, Selection::default()).links.len();
        assert_eq!(dot(&position, Selection::default()).matches(" -> ").count(), edges);
        assert_eq!(graphml(&position, Selection::default()).matches("<edge ").count(), edges);
        assert_eq!(gexf(&position, Selection::default()).matches("<edge ").count(), edges);
    }
}
