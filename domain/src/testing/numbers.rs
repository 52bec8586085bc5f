//! Numbers of the configuration that a test turns on: the house's invite code, seasons.

use super::START;
use crate::config::seasons::Season;
use crate::config::{Config, Text};
use crate::ids::Scode;
use crate::player::registration::EnteredCode;
use crate::rank::Board;
use crate::time::Day;

/// The house's code that [`with_root`] publishes.
///
/// # Panics
/// Never: it is a code.
pub fn root() -> EnteredCode {
    let scode = Scode::parse("DEEPSEA1").expect("a code");
    EnteredCode { scode, owner: None }
}

/// Every board has a season that lasts as long as any test plays.
pub fn with_seasons(config: &mut Config) {
    let first = START.day();
    let season = |(number, board): (usize, Board)| Season {
        season_id: format!("season_{number}"),
        name: Text::new("Season", "赛季"),
        board,
        first,
        last: Day(first.0 + 365),
    };
    config.seasons.list = [Board::Withdraw, Board::Invite]
        .into_iter()
        .enumerate()
        .map(season)
        .collect();
}

/// The house has a code of its own.
pub fn with_root(config: &mut Config) {
    config.team.root_scode = Some(root().scode);
}
