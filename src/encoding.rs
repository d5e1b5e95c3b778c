//! Text that is not UTF-8, named for what it most likely is: the usual reason
//! why the right words are judged wrong.

use encoding_rs::{Encoding, GBK, UTF_16BE, UTF_16LE};

/// The beginning of a text that is looked at: an encoding does not change on the
/// way.
const LOOKED_AT: usize = 4 << 10;

/// Characters that are quoted as they read in the other encoding.
const QUOTED: usize = 30;

/// What to tell of a text that programs expect to be UTF-8: that it has a byte
/// order mark, is UTF-16 or GBK, or no text at all. `None` if nothing is wrong
/// with it.
pub fn remark(bytes: &[u8]) -> Option<String> {
    let start = &bytes[..bytes.len().min(LOOKED_AT)];
    if bytes.starts_with(b"\xef\xbb\xbf") {
        return Some("it begins with a byte order mark of UTF-8 (EF BB BF)".to_owned());
    }
    for (mark, encoding) in [(b"\xff\xfe", UTF_16LE), (b"\xfe\xff", UTF_16BE)] {
        if let Some(rest) = start.strip_prefix(mark) {
            return Some(reads(encoding, rest));
        }
    }
    if let Some(encoding) = utf_16_without_a_mark(start) {
        return Some(reads(encoding, start));
    }
    if std::str::from_utf8(bytes).is_ok() {
        return None;
    }
    if is_gbk(start) {
        return Some(reads(GBK, start));
    }
    Some("it is not text in UTF-8".to_owned())
}

fn reads(encoding: &'static Encoding, bytes: &[u8]) -> String {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let quoted: String = text.trim().chars().take(QUOTED).flat_map(char::escape_debug).collect();
    format!("it is {}, not UTF-8: it reads `{quoted}`", encoding.name())
}

/// Text of mostly ASCII in UTF-16: every other byte is zero, which no text in
/// UTF-8 has.
fn utf_16_without_a_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let zeros = |from: usize| bytes.iter().skip(from).step_by(2).filter(|b| **b == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let half = bytes.len() / 2;
    // Nine of ten, so that digits, letters and a few others are enough.
    let most = |zeros: usize| half > 1 && zeros * 10 >= half * 9;
    match (most(even), most(odd)) {
        (false, true) => Some(UTF_16LE),
        (true, false) => Some(UTF_16BE),
        _ => None,
    }
}

/// Whether all bytes beyond ASCII are Chinese in GBK: characters, or the
/// punctuation and full-width forms that go with them. Other old encodings give
/// pairs that are none of these, sooner or later.
fn is_gbk(bytes: &[u8]) -> bool {
    let mut decoder = GBK.new_decoder_without_bom_handling();
    let room = decoder.max_utf8_buffer_length_without_replacement(bytes.len());
    let mut text = String::with_capacity(room.unwrap_or(0));
    // Not the last piece: what is looked at may end inside of a pair.
    let (result, _) = decoder.decode_to_string_without_replacement(bytes, &mut text, false);
    let chinese = |c: char| {
        matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}'
            | '\u{2010}'..='\u{2027}' | '①'..='⑳' | '×' | '÷' | '·')
    };
    result == encoding_rs::DecoderResult::InputEmpty
        && text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
        && text.chars().all(|c| c.is_ascii() || chinese(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_is_in_is_named() {
        let (gbk, ..) = GBK.encode("方案1：3+3=3+3\n");
        assert_eq!(remark(&gbk).unwrap(), "it is GBK, not UTF-8: it reads `方案1：3+3=3+3`");
        let utf_16 = |mark: bool, big: bool| -> Vec<u8> {
            let text = if mark { "\u{feff}First\r\n" } else { "First\r\n" };
            let bytes = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
            text.encode_utf16().flat_map(bytes).collect()
        };
        for mark in [true, false] {
            let said = |big| remark(&utf_16(mark, big)).unwrap();
            assert_eq!(said(false), "it is UTF-16LE, not UTF-8: it reads `First`");
            assert_eq!(said(true), "it is UTF-16BE, not UTF-8: it reads `First`");
        }
        assert!(remark("\u{feff}First".as_bytes()).unwrap().contains("byte order mark"));
        for text in ["", "First\n", "方案1：3=3\n", "\0\0\0\0", "é"] {
            assert_eq!(remark(text.as_bytes()), None, "{text:?}");
        }
        // Latin-1, and noise.
        for bytes in [&b"caf\xe9 \xe0 la"[..], &[0xff; 400]] {
            assert_eq!(remark(bytes).unwrap(), "it is not text in UTF-8");
        }
    }
}
