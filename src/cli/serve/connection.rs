//! One request on a connection: the page, answers, events.

use super::guard::is_from_here;
use super::searches::{EventStream, Searches};
use super::token::Token;
use crate::messages::tr;
use crate::web::page::{self, PageFile};
use crate::web::{WebReply, WebSession};
use http_body_util::{BodyExt, Either, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::rt::{Read, Write};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode, http};
use hyper_util::rt::TokioTimer;
use serde_json::json;
use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// Longest header, in bytes.
const MAX_HEADER_BYTES: usize = 16 << 10;
/// Header fields at most.
const MAX_HEADER_FIELDS: usize = 64;
/// Longest body, in bytes: a problem file, or a certificate.
const MAX_BODY_BYTES: usize = 32 << 20;
/// Time for the header, and for the body.
const READ_TIME: Duration = Duration::from_secs(10);

/// Content Security Policy: the page may load itself, and pictures that it makes.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// State that all connections share.
pub struct Site {
    pub token: Token,
    /// The token of the address that `--open` gives to the browser: other users of the computer can
    /// see it among the processes, so it is good for one request.
    pub once: RefCell<Option<Token>>,
    /// True if only loopback listens.
    pub is_local: bool,
    pub port: u16,
    pub session: Arc<WebSession>,
    pub searches: Searches,
}

type Reply = Response<Either<Full<Bytes>, EventStream>>;

/// Answers one request on a connection, and closes it.
pub async fn serve_connection(io: impl Read + Write + Unpin + 'static, site: Rc<Site>) {
    let service = service_fn(|request| {
        let site = site.clone();
        async move { Ok::<Reply, Infallible>(reply(&site, request).await) }
    });
    // An error is a client that left or did not speak HTTP.
    let _ = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(READ_TIME)
        .max_buf_size(MAX_HEADER_BYTES)
        .max_headers(MAX_HEADER_FIELDS)
        .keep_alive(false)
        .serve_connection(io, service)
        .await;
}

async fn reply(site: &Site, request: Request<Incoming>) -> Reply {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    if !is_from_here(request.headers(), host, site.port, site.is_local) {
        return plain(StatusCode::FORBIDDEN, tr!(serve_forbidden));
    }
    // A request such as `CONNECT` has a target without a path.
    let path = request.uri().path();
    let path = path.strip_prefix('/').unwrap_or(path).to_owned();
    let (token, name) = path.split_once('/').unwrap_or((&path, ""));
    if site.once.borrow().as_ref().is_some_and(|once| once.is(token)) {
        *site.once.borrow_mut() = None;
        let address = format!("/{}/", site.token.as_str());
        let mut reply = plain(StatusCode::SEE_OTHER, String::new());
        if let Ok(address) = HeaderValue::try_from(address) {
            reply.headers_mut().insert(header::LOCATION, address);
        }
        return reply;
    }
    if !site.token.is(token) {
        return plain(StatusCode::NOT_FOUND, tr!(serve_wrong_address));
    }
    match (request.method(), name) {
        (&Method::POST, "api" | "stop") => {
            let kind = request.headers().get(header::CONTENT_TYPE);
            let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
            // Parameters such as `charset=utf-8` may follow.
            let kind = kind.split(';').next().unwrap_or_default().trim();
            if !kind.eq_ignore_ascii_case("application/json") {
                return plain(StatusCode::UNSUPPORTED_MEDIA_TYPE, tr!(serve_wrong_type));
            }
            let stops = name == "stop";
            let body = Limited::new(request.into_body(), MAX_BODY_BYTES).collect();
            let Ok(Ok(body)) = tokio::time::timeout(READ_TIME, body).await else {
                return plain(StatusCode::PAYLOAD_TOO_LARGE, tr!(serve_body_refused));
            };
            let Ok(text) = String::from_utf8(body.to_bytes().into()) else {
                return plain(StatusCode::BAD_REQUEST, tr!(serve_body_refused));
            };
            if stops {
                text.trim().parse().into_iter().for_each(|number| site.searches.stop(number));
                return json(Either::Left(Full::from("{\"ok\":{}}\n")));
            }
            answer(site, text).await
        }
        (&Method::GET | &Method::HEAD, _) => match page::file(name) {
            Some(PageFile { media_type, content, .. }) => {
                let content = page::served(content);
                with_type(StatusCode::OK, media_type, Either::Left(Full::from(content)))
            }
            None => plain(StatusCode::NOT_FOUND, tr!(serve_wrong_address)),
        },
        _ => plain(StatusCode::METHOD_NOT_ALLOWED, tr!(serve_wrong_address)),
    }
}

/// The answer to a request of the page.
async fn answer(site: &Site, text: String) -> Reply {
    let session = site.session.clone();
    let answered = tokio::task::spawn_blocking(move || session.answer(&text)).await;
    match answered {
        Ok(WebReply::Answer(text)) => json(Either::Left(Full::from(text + "\n"))),
        Ok(WebReply::Search(task)) => match site.searches.start(*task) {
            Some(stream) => json(Either::Right(stream)),
            None => {
                let busy = json!({ "error": { "kind": "busy", "message": tr!(serve_busy) } });
                json(Either::Left(Full::from(busy.to_string() + "\n")))
            }
        },
        Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, tr!(serve_search_failed)),
    }
}

fn json(body: Either<Full<Bytes>, EventStream>) -> Reply {
    with_type(StatusCode::OK, "application/x-ndjson", body)
}

fn plain(status: StatusCode, text: String) -> Reply {
    with_type(status, "text/plain; charset=utf-8", Either::Left(Full::from(text + "\n")))
}

fn with_type(
    status: StatusCode,
    media_type: &'static str,
    body: Either<Full<Bytes>, EventStream>,
) -> Reply {
    let mut reply = Response::new(body);
    *reply.status_mut() = status;
    let fields: [(http::HeaderName, &str); 7] = [
        (header::CONTENT_TYPE, media_type),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (http::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (http::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fields {
        if let Ok(value) = HeaderValue::from_str(value) {
            reply.headers_mut().insert(name, value);
        }
    }
    reply
}
