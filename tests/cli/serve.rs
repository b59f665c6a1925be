//! `tsume serve`: the page and its requests, and requests that are not the page's.

use super::*;
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// A running server. Dropped, it is killed.
struct Server {
    child: Child,
    port: u16,
    /// Path of the page: `/TOKEN/`.
    path: String,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let base = ["serve", "--threads", "1", "--hash", "16MiB"];
        let command = &mut tsume(&[&base[..], arguments].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (host, path) = line.trim().strip_prefix("http://").unwrap().split_once('/').unwrap();
        let port = host.strip_prefix("127.0.0.1:").expect("a loopback address").parse().unwrap();
        Server { child, port, path: format!("/{path}") }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// Answer to the bytes of a request; what could be read of it if the server closes early.
    fn send(&self, request: &[u8]) -> String {
        let mut stream = self.connect();
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Answer to a GET of `path`, with further header lines.
    fn get(&self, path: &str, host: &str, more: &str) -> String {
        self.send(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n").as_bytes())
    }

    fn post_text(&self, body: &str) -> String {
        let Server { path, .. } = self;
        let (host, length) = (self.host(), body.len());
        format!(
            "POST {path}api HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
    }

    /// Body of the answer to a request of the page.
    fn ask(&self, body: &Value) -> String {
        let answer = self.send(self.post_text(&body.to_string()).as_bytes());
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn solve(position: &str) -> Value {
    serde_json::json!({"do": "solve", "game": "shogi", "position": position})
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or(answer)
}

#[test]
fn page_and_requests_are_answered() {
    let server = Server::start(&[]);
    let page = server.get(&server.path, &server.host(), "");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("data-engine=\"server\""), "{page}");
    assert!(page.contains("content-security-policy: default-src 'none'"), "{page}");
    for part in
        page.split(['"', '=']).filter(|part| part.ends_with(".js") || part.ends_with(".css"))
    {
        let file = server.get(&format!("{}{part}", server.path), &server.host(), "");
        assert_eq!(status(&file), "200", "{part}");
    }
    let solved = server.ask(&solve(MATE_IN_1));
    assert!(solved.contains("\"event\":\"started\"") && solved.contains("\"verdict\":\"mate\""));
}

#[test]
fn requests_of_others_are_refused() {
    let server = Server::start(&[]);
    let (host, path) = (server.host(), server.path.clone());
    let wrong = format!("/{}/", "0".repeat(path.len() - 2));
    for path in ["/", &wrong, "/api", &path[..path.len() - 2], "/../etc/passwd"] {
        let answer = server.get(path, &host, "");
        assert_eq!(status(&answer), "404", "{path}");
        assert!(!answer.contains(&server.path), "{answer}");
    }
    assert_eq!(status(&server.get(&format!("{path}../../etc/passwd"), &host, "")), "404");
    let port = server.port;
    for host in
        ["evil.example".to_owned(), format!("evil.example:{port}"), format!("10.0.0.1:{port}")]
    {
        assert_eq!(status(&server.get(&path, &host, "")), "403", "{host}");
    }
    for more in ["Origin: http://evil.example\r\n", "Sec-Fetch-Site: cross-site\r\n"] {
        assert_eq!(status(&server.get(&path, &host, more)), "403", "{more}");
    }
    let form = server.post_text("{}").replace("application/json", "text/plain");
    assert_eq!(status(&server.send(form.as_bytes())), "415");
    let named = "application/json; charset=utf-8";
    let request = server.post_text("{\"do\":\"games\"}").replace("application/json", named);
    assert_eq!(status(&server.send(request.as_bytes())), "200");
    // Only 127.0.0.1 listens, not the rest of the computer's addresses.
    assert!(TcpStream::connect(("127.0.0.2", port)).is_err());
    assert!(TcpListener::bind(("127.0.0.2", port)).is_ok());
}

#[test]
fn hostile_requests_do_no_harm() {
    let server = Server::start(&[]);
    // A body that is announced too long, one that is too long, and without end.
    let long = server.post_text("").replace("Content-Length: 0", "Content-Length: 100000000");
    assert_eq!(status(&server.send(&[long.as_bytes(), &vec![b' '; 40 << 20][..]].concat())), "413");
    let chunked = server.post_text("").replace("Content-Length: 0", "Transfer-Encoding: chunked");
    let chunks =
        [chunked.as_bytes(), &b"100000\r\n"[..], &vec![b'['; 1 << 20], b"\r\n0\r\n\r\n"].concat();
    assert!(server.send(&chunks).contains("bad_request"));
    // Headers that are too long or too many, and what is no HTTP.
    let header = format!("X: {}\r\n", "y".repeat(1 << 20));
    assert_ne!(status(&server.get(&server.path, &server.host(), &header)), "200");
    let headers = "X: y\r\n".repeat(1_000);
    assert_ne!(status(&server.get(&server.path, &server.host(), &headers)), "200");
    assert_ne!(status(&server.send(&[0xff; 4096])), "200");
    // Targets without a path.
    for target in ["CONNECT example:80", "OPTIONS *"] {
        let request = format!("{target} HTTP/1.1\r\nHost: {}\r\n\r\n", server.host());
        assert_eq!(status(&server.send(request.as_bytes())), "404", "{target}");
    }
    // Connections that stay silent, break off in the middle, or are far too many.
    let silent: Vec<TcpStream> = (0..40).map(|_| server.connect()).collect();
    for length in [1, 10, 100, 200] {
        let text = server.post_text(&solve(HARD).to_string());
        server.connect().write_all(&text.as_bytes()[..length]).unwrap();
    }
    for body in ["", "{", "null", "[[[[", "\u{0}", "{\"do\":\"game\",\"game\":\"/etc/passwd\"}"] {
        let answer = server.send(server.post_text(body).as_bytes());
        assert!(status(&answer) == "200" && answer.contains("\"error\""), "{body}: {answer}");
    }
    assert!(server.ask(&solve(MATE_IN_1)).contains("\"verdict\":\"mate\""));
    drop(silent);
}

#[test]
fn searches_wait_their_turn_and_end_with_their_reader() {
    let server = Server::start(&[]);
    let begin = |body: &Value| {
        let mut stream = server.connect();
        stream.write_all(server.post_text(&body.to_string()).as_bytes()).unwrap();
        BufReader::new(stream)
    };
    let line_with = |reader: &mut BufReader<TcpStream>, word: &str| {
        let found = reader.lines().map(Result::unwrap).find(|line| line.contains(word));
        found.unwrap_or_else(|| panic!("no {word}"))
    };
    let mut first = begin(&solve(HARD));
    line_with(&mut first, "started");
    line_with(&mut first, "deciding");
    let mut second = begin(&solve(MATE_IN_1));
    line_with(&mut second, "waiting");
    let others: Vec<_> = (0..10).map(|_| begin(&solve(HARD))).collect();
    let mut last = begin(&solve(MATE_IN_1));
    line_with(&mut last, "\"kind\":\"busy\"");
    drop(others);
    // The page stops a search by its number, and gets what was found.
    let stop = server.post_text("1").replace("/api ", "/stop ");
    assert_eq!(status(&server.send(stop.as_bytes())), "200");
    assert!(line_with(&mut first, "\"ok\"").contains("\"stopped_by\":\"interrupt\""));
    assert!(line_with(&mut second, "\"ok\"").contains("\"verdict\":\"mate\""));
    // A reader that leaves ends its search, and the next one runs.
    let mut third = begin(&solve(HARD));
    line_with(&mut third, "deciding");
    drop(third);
    let start = Instant::now();
    assert!(server.ask(&solve(MATE_IN_1)).contains("\"verdict\":\"mate\""));
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn signals_end_the_server_within_a_second() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let mut server = Server::start(&[]);
        let mut stream = server.connect();
        stream.write_all(server.post_text(&solve(HARD).to_string()).as_bytes()).unwrap();
        BufReader::new(stream)
            .lines()
            .map(Result::unwrap)
            .find(|l| l.contains("deciding"))
            .unwrap();
        let start = Instant::now();
        let id = server.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert_eq!(server.child.wait().unwrap().code(), Some(code));
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    }
}

#[test]
fn a_port_in_use_is_reported() {
    let server = Server::start(&[]);
    let failed = run(&["serve", "--port", &server.port.to_string(), "--hash", "8MiB"]);
    assert_eq!(failed.code, Some(2));
    assert!(failed.err.contains("cannot listen on 127.0.0.1"), "{}", failed.err);
}
