//! What an invite or red-packet link carries (domain §3.1).

/// Characters of a player's invite code.
const SCODE_CHARS: usize = 8;
/// Characters of a red-packet code (domain §3.10).
const PACKET_CHARS: usize = 10;

/// The parts of a start parameter: `r_<scode>`, `p_<code>` or `r_<scode>__p_<code>`.
/// Codes are base 32 without I, L, O and U, given here in upper case; whether they exist is asked elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartParam {
    /// Invite code of the player who shared the link.
    pub inviter: Option<String>,
    /// Red-packet code to open after the login.
    pub packet: Option<String>,
}

impl StartParam {
    /// Reads a start parameter. Any other shape holds neither part: links are typed and
    /// cut by people and by other apps, and a bad one must not keep anybody out.
    pub fn read(text: &str) -> StartParam {
        let (first, second) = match text.split_once("__") {
            Some((first, second)) => (first, Some(second)),
            None => (text, None),
        };
        let inviter = code(first, "r_", SCODE_CHARS);
        match second {
            None => StartParam {
                inviter,
                packet: code(first, "p_", PACKET_CHARS),
            },
            Some(second) => match (inviter, code(second, "p_", PACKET_CHARS)) {
                (Some(inviter), Some(packet)) => StartParam {
                    inviter: Some(inviter),
                    packet: Some(packet),
                },
                _ => StartParam::default(),
            },
        }
    }
}

fn code(text: &str, prefix: &str, chars: usize) -> Option<String> {
    let code = text.strip_prefix(prefix)?.to_ascii_uppercase();
    let letter = |byte: u8| byte.is_ascii_digit() || (byte.is_ascii_uppercase() && !b"ILOU".contains(&byte));
    (code.len() == chars && code.bytes().all(letter)).then_some(code)
}

#[cfg(test)]
mod tests;
