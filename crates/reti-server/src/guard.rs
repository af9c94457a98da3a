//! Who may ask: only clients that mean this server, from pages that it served.
//!
//! A page on the internet can make a browser send requests to this machine. It cannot choose the `Origin`,
//! and if its own name is made to point here (DNS rebinding) that name stands in `Host`. So a request must
//! call the server by an address, by `localhost` or by a name that was allowed, and if it comes from a page,
//! that page must come from the same place or be allowed by name.

use std::net::IpAddr;

use axum::http::{HeaderMap, Method, StatusCode, header};

use crate::{
    Options,
    answer::{self, Answer},
};

/// Refuses who should not ask.
pub fn check(options: &Options, method: &Method, path: &str, headers: &HeaderMap) -> Result<(), Box<Answer>> {
    let refuse = |slug: &str, detail: String| {
        Err(Box::new(answer::refused(StatusCode::FORBIDDEN, slug, "The request is not for this server", detail)))
    };
    let text = |name: header::HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let Some(host) = text(header::HOST) else {
        let title = "The request cannot be read";
        let detail = "the header Host is missing";
        return Err(Box::new(answer::refused(StatusCode::BAD_REQUEST, "malformed-request", title, detail)));
    };
    if headers.get_all(header::HOST).iter().count() > 1 || !is_known(options, host) {
        return refuse("wrong-host", format!("this server is not called '{}'", shown(host)));
    }
    if let Some(origin) = text(header::ORIGIN) {
        let same = origin.strip_prefix("http://").is_some_and(|from| from.eq_ignore_ascii_case(host));
        if !same && !options.origins.iter().any(|allowed| allowed == origin) {
            return refuse("wrong-origin", format!("pages of '{}' may not use this server", shown(origin)));
        }
    }
    let is_cross = headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site");
    if is_cross
        && (path.starts_with("/api/") || path == "/mcp" || *method != Method::GET)
        && text(header::ORIGIN).is_none()
    {
        return refuse("wrong-origin", "pages of other sites may not use this server".to_owned());
    }
    Ok(())
}

/// Whether the server is called so.
fn is_known(options: &Options, host: &str) -> bool {
    let name = without_port(host);
    if let Ok(address) = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
        return address.is_loopback() || !options.address.ip().is_loopback();
    }
    name.eq_ignore_ascii_case("localhost") || options.names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// The name without `:8017`.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    }
}

/// What strangers send is not repeated at length.
fn shown(text: &str) -> String {
    text.chars().take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn passes(options: &Options, headers: &[(&'static str, &'static str)], expected: bool) {
        let headers = headers.iter().map(|&(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
        assert_eq!(check(options, &Method::POST, "/api/v1/tactics", &headers).is_ok(), expected, "{headers:?}");
    }

    #[test]
    fn only_clients_that_mean_this_server_pass() {
        let own = Options::default();
        for host in ["127.0.0.1:8017", "localhost:8017", "LOCALHOST", "[::1]:8017", "127.0.0.1", "[::1]"] {
            passes(&own, &[("host", host)], true);
        }
        for host in
            ["evil.example", "evil.example:8017", "192.168.1.7:8017", "", "localhost.evil.example", "::1:8017:x"]
        {
            passes(&own, &[("host", host)], false);
        }
        passes(&own, &[], false);
        let open = Options { address: ([0, 0, 0, 0], 8017).into(), names: vec!["chess.lan".to_owned()], ..own };
        passes(&open, &[("host", "192.168.1.7:8017")], true);
        passes(&open, &[("host", "chess.lan:8017")], true);
        passes(&open, &[("host", "evil.example:8017")], false);
    }

    #[test]
    fn only_own_pages_pass() {
        let own = Options { origins: vec!["http://localhost:5173".to_owned()], ..Options::default() };
        let host = ("host", "127.0.0.1:8017");
        passes(&own, &[host, ("origin", "http://127.0.0.1:8017")], true);
        passes(&own, &[host, ("origin", "http://localhost:5173")], true);
        for origin in
            ["null", "http://evil.example", "https://127.0.0.1:8017", "http://127.0.0.1:9000", "http://localhost:8017"]
        {
            passes(&own, &[host, ("origin", origin)], false);
        }
        passes(&own, &[host, ("sec-fetch-site", "same-origin")], true);
        passes(&own, &[host, ("sec-fetch-site", "cross-site")], false);
    }
}
