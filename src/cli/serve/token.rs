//! The secret in the address of the page.

/// Random bytes of a token: as many bits as a key has.
const TOKEN_BYTES: usize = 16;

/// A secret that nobody can guess.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A new token from the randomness of the system.
    ///
    /// # Errors
    /// The system has none.
    pub fn random() -> Result<Token, String> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| error.to_string())?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The token as it stands in the address.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Compares in a time that does not depend on the content of `text`, so that the time of a
    /// refusal tells nothing about the token.
    pub fn is(&self, text: &str) -> bool {
        let (own, text) = (self.0.as_bytes(), text.as_bytes());
        let differences = own.iter().zip(text).fold(0, |sum, (a, b)| sum | (a ^ b));
        own.len() == text.len() && std::hint::black_box(differences) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_are_equal_to_themselves_only() {
        let (a, b) = (Token::random().unwrap(), Token::random().unwrap());
        assert!(a.is(a.as_str()) && !a.is(b.as_str()) && !a.is("") && !a.is(&a.as_str()[1..]));
        assert_eq!(a.as_str().len(), 2 * TOKEN_BYTES);
    }
}
