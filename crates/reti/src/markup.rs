//! Text inside XML: SVG, GraphML and GEXF share it.

/// Escapes text for XML content and attribute values; what XML cannot hold becomes `\u{fffd}`.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for ch in text.chars() {
        match ch {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            ch if ch.is_control() || matches!(ch, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            ch => out.push(ch),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_escapes_from_an_attribute() {
        assert_eq!(super::escape("a<b & \"c\"\u{0}'"), "a&lt;b &amp; &quot;c&quot;\u{fffd}&#39;");
    }
}
