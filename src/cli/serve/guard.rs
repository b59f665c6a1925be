//! Admission of requests, by their headers.

use hyper::header::{HeaderMap, HeaderName, ORIGIN};
use std::net::IpAddr;

/// Header by which browsers say where a request comes from.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// True if a request may be answered: its `Host` is an address of this server and no name that
/// somebody could have rebound, and it does not come from another site's page.
pub fn is_from_here(headers: &HeaderMap, host: Option<&str>, port: u16, is_local: bool) -> bool {
    let Some(host) = host.filter(|host| is_own_host(host, port, is_local)) else { return false };
    let text = |name| headers.get_all(name).iter().map(|value| value.to_str().unwrap_or(""));
    text(ORIGIN).all(|origin| origin.strip_prefix("http://") == Some(host))
        && text(FETCH_SITE).all(|site| matches!(site, "same-origin" | "none"))
}

/// True for `localhost` and for addresses, with the port; where only loopback listens, for loopback
/// addresses alone.
fn is_own_host(host: &str, port: u16, is_local: bool) -> bool {
    let (name, given) = match host.rsplit_once(':') {
        Some((name, digits)) if !digits.contains(']') => (name, digits.parse().ok()),
        _ => (host, Some(80)),
    };
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let is_known = match bare.parse::<IpAddr>() {
        Ok(address) => !is_local || address.is_loopback(),
        Err(_) => name.eq_ignore_ascii_case("localhost"),
    };
    is_known && given == Some(port)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(host: &str, more: &[(HeaderName, &str)], is_local: bool) -> bool {
        let headers: HeaderMap =
            more.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect();
        is_from_here(&headers, Some(host), 8000, is_local)
    }

    #[test]
    fn only_addresses_and_localhost_are_hosts() {
        for host in ["127.0.0.1:8000", "localhost:8000", "LOCALHOST:8000", "[::1]:8000"] {
            assert!(answers(host, &[], true), "{host}");
        }
        for host in [
            "evil.example:8000",
            "127.0.0.1",
            "127.0.0.1:8001",
            "localhost.evil.example:8000",
            "192.168.0.2:8000",
            "",
            ":8000",
            "[::1",
        ] {
            assert!(!answers(host, &[], true), "{host}");
        }
        assert!(answers("192.168.0.2:8000", &[], false));
        assert!(!answers("evil.example:8000", &[], false));
        assert!(!is_from_here(&HeaderMap::new(), None, 8000, true));
    }

    #[test]
    fn pages_of_other_sites_are_refused() {
        let host = "127.0.0.1:8000";
        assert!(answers(host, &[(ORIGIN, "http://127.0.0.1:8000")], true));
        for origin in
            ["http://evil.example", "null", "https://127.0.0.1:8000", "http://localhost:8000"]
        {
            assert!(!answers(host, &[(ORIGIN, origin)], true), "{origin}");
        }
        assert!(answers(host, &[(FETCH_SITE, "same-origin")], true));
        assert!(!answers(host, &[(FETCH_SITE, "cross-site")], true));
        assert!(!answers(host, &[(FETCH_SITE, "same-site")], true));
    }
}
