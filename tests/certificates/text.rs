//! Certificates as text.
