//! One cast that was decided (api §4).

use domain::player::dive as rule;
use domain::player::fishing::CastResolved;
use serde::Serialize;
use utoipa::ToSchema;

/// What a cast brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CastKind {
    /// Nothing.
    Empty,
    /// A fish goes on the line.
    Fish,
    /// A chest goes into the safe box.
    Chest,
    /// A mine.
    Mine,
}

impl From<rule::Kind> for CastKind {
    fn from(kind: rule::Kind) -> CastKind {
        match kind {
            rule::Kind::Empty => CastKind::Empty,
            rule::Kind::Fish => CastKind::Fish,
            rule::Kind::Chest => CastKind::Chest,
            rule::Kind::Mine => CastKind::Mine,
        }
    }
}

/// A cast that was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Cast {
    /// Step, from 1.
    pub seq: u32,
    /// Level played.
    pub level: u8,
    /// Place of the draw within the seed pair.
    pub nonce: u64,
    /// The number drawn, below 1,000,000.
    pub t: u32,
    /// What it brought.
    pub kind: CastKind,
    /// Species, for a fish.
    #[schema(required)]
    pub id: Option<String>,
    /// Ten times the multiple of the stake.
    pub x10: u32,
    /// Worth of the prize, 2 decimals.
    pub value: String,
    /// Danger bonus, 2 decimals.
    pub bonus: String,
    /// Places on the line that a mine destroyed.
    #[schema(value_type = Vec<u32>)]
    pub destroyed: Vec<u8>,
    /// Shielded.
    pub shield: bool,
}

impl From<&CastResolved> for Cast {
    fn from(cast: &CastResolved) -> Cast {
        Cast {
            seq: cast.seq,
            level: cast.level,
            nonce: cast.nonce,
            t: cast.t,
            kind: cast.kind.into(),
            id: cast.id.clone(),
            x10: cast.x10,
            value: cast.value.to_string(),
            bonus: cast.bonus.to_string(),
            destroyed: cast.destroyed.clone(),
            shield: cast.shield,
        }
    }
}
