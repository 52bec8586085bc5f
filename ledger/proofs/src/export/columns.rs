//! The columns of each file of an export, in order: what is written, and what is read back by number in Parquet, whose
//! other readers go by the names.

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 32 bits.
    Small,
    /// 64 bits.
    Whole,
    /// UTF-8.
    Text,
}

impl Kind {
    /// As the dictionary has it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Small => "int32",
            Kind::Whole => "int64",
            Kind::Text => "text",
        }
    }
}

/// A column's name, and what it holds.
pub type Column = (&'static str, Kind);

pub const EVENTS: &[Column] = &[
    ("partition", Kind::Small),
    ("position", Kind::Whole),
    ("stream", Kind::Text),
    ("key", Kind::Text),
    ("sequence", Kind::Whole),
    ("event_id", Kind::Text),
    ("event_type", Kind::Text),
    ("event_version", Kind::Text),
    ("recorded_at_ms", Kind::Whole),
    ("payload", Kind::Text),
    ("metadata", Kind::Text),
    ("previous", Kind::Text),
    ("leaf", Kind::Text),
];
pub const POSTINGS: &[Column] = &[
    ("partition", Kind::Small),
    ("position", Kind::Whole),
    ("leg", Kind::Small),
    ("owner", Kind::Text),
    ("account", Kind::Text),
    ("asset", Kind::Text),
    ("amount", Kind::Whole),
    ("after", Kind::Whole),
];
pub const SEALS: &[Column] = &[
    ("partition", Kind::Small),
    ("position", Kind::Whole),
    ("key", Kind::Text),
    ("mac", Kind::Text),
];
pub const REFUSALS: &[Column] = &[
    ("partition", Kind::Small),
    ("scope", Kind::Text),
    ("request_id", Kind::Text),
    ("digest", Kind::Text),
    ("code", Kind::Small),
    ("message", Kind::Text),
    ("answer", Kind::Text),
    ("version", Kind::Whole),
    ("recorded_at_ms", Kind::Whole),
    ("key", Kind::Text),
    ("mac", Kind::Text),
];

/// The files that an export may have, without their endings.
pub const FILES: [(&str, &[Column]); 4] = [
    ("events", EVENTS),
    ("postings", POSTINGS),
    ("seals", SEALS),
    ("refusals", REFUSALS),
];
