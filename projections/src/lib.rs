//! Projections: views of the log that queries read.
//!
//! One file is one table with its writer and its readers, and a view is called like its
//! table. All follow the log, written by the [`runner`], each with a cursor that moves in the
//! transaction of its rows, so every event counts exactly once. The **books**, balances and
//! postings, are two tables under one cursor ([`books`]).
//!
//! | view | mode | answers | read by |
//! |---|---|---|---|
//! | `balances` | books | what an account holds | the ledger, [`players`] |
//! | `postings` | books | how a balance came about, what it was at any moment | the ledger, [`history`] |
//! | `players` | following | who invited whom, and whose invite counts | [`players`] |
//! | `activities` | following | on which day a player did something last, and first | [`activities`] |
//! | `dives` | following | a player's dives with their results; open dives by time | [`dives`] |
//! | `draw_bins` | following | how often each fiftieth of the range was drawn, by day and level | [`draw_bins`] |
//! | `catches` | following | which species a player has caught, how often, the best of each | [`catches`] |
//! | `week_catches` | following | which species a player has caught in each week, and the board of a week | [`week_catches`] |
//! | `week_places` | following | who stands on the final board of a week of species | [`week_places`] |
//! | `achievements` | following | what a player reached, and when first | [`achievements`] |
//! | `revealed_seeds` | following | the server seed behind a commit, after its reveal | [`revealed_seeds`] |
//! | `unrevealed_seeds` | following | whose seed has drawn and is not revealed yet | [`unrevealed_seeds`] |
//! | `withdrawals` | following | what a player asked to be paid; what is under way | [`withdrawals`] |
//! | `topups` | following | a player's top-up orders; those nobody should wait for any more | [`topups`] |
//! | `kyc_checks` | following | identity checks that wait; documents that come to their end | [`kyc_checks`] |
//! | `team_records` | following | what friends bring an inviter, by friend and day | [`team_records`] |
//! | `ranks` | following | what counts on the boards | [`ranks`] |
//! | `hidden_players` | following | who stands on no board | [`ranks`], [`week_catches`] |
//! | `red_packets` | following | every packet with what is left of it; open ones by time | [`red_packets`] |
//! | `packet_shares` | following | who claimed which share | [`packet_shares`] |
//! | `house_days` | following | what the house won on paid dives, by day | [`house_days`] |
//! | `vip_passes` | following | the days of a tier that a player holds, by their end | [`vip_passes`] |
//! | `bonus_credits` | following | the last credit of a player's bonus tokens | [`bonus_credits`] |
//! | `erasures` | following | accounts whose end was asked for | [`erasures`] |
//! | `stocks` | following | lots that close at a time | [`stocks`] |
//! | `proposals` | following | changes that wait for a second person, and those decided | [`proposals`] |
//! | `staff_actions` | following | what staff set about, whose personal data they looked at | [`staff_actions`] |
//! | `cases` | following | what staff look into: open ones, whose they are | [`cases`] |
//! | `case_acts` | following | which acts and recorded looks of staff name a case | [`case_acts`] |
//! | `turnovers` | following | what moved, by account, type of event and day; the trial balance of any moment | [`turnovers`] |
//! | `solvency` | following | what the house has and owes, line by line | [`solvency`] |
//! | `effects` | following | which events an event caused | [`effects`] |
//!
//! A view that is not in [`BOOKS`] or [`FOLLOWING`] does not exist. For all of them holds:
//! the rows that serve are those that the log makes again ([`rebuild`], law I-19).
//! Knows nothing of HTTP.

pub mod achievements;
pub mod activities;
pub mod balances;
pub mod bonus_credits;
pub mod books;
pub mod case_acts;
pub mod cases;
pub mod catches;
pub mod checkin_reminders;
pub mod cursor;
pub mod dives;
pub mod draw_bins;
pub mod effects;
pub mod erasures;
mod follower;
mod group;
pub mod hidden_players;
pub mod history;
pub mod house_days;
pub mod kyc_checks;
pub mod leader;
pub mod message_outbox;
mod moments;
pub mod packet_shares;
pub mod page;
pub mod players;
pub mod proposals;
pub mod ranks;
pub mod rebuild;
pub mod red_packets;
pub mod revealed_seeds;
pub mod runner;
mod scout;
pub mod seed_log;
pub mod solvency;
pub mod staff_actions;
mod step;
pub mod stocks;
pub mod team_records;
pub mod topups;
pub mod turnovers;
pub mod unrevealed_seeds;
pub mod uploads;
pub mod view;
pub mod vip_passes;
pub mod week_catches;
pub mod week_places;
pub mod withdrawals;

use view::View;

/// The tables of the books, by the writers that make them a second time from the log.
pub const BOOKS: &[&dyn View] = &[&balances::Balances, &history::Postings];

/// What the runner follows the log with.
pub const FOLLOWING: &[&dyn View] = &[
    &books::Books,
    &players::Players,
    &activities::Activities,
    &dives::Dives,
    &draw_bins::DrawBins,
    &catches::Catches,
    &week_catches::WeekCatches,
    &week_places::WeekPlaces,
    &achievements::Achievements,
    &revealed_seeds::RevealedSeeds,
    &unrevealed_seeds::UnrevealedSeeds,
    &withdrawals::Withdrawals,
    &topups::Topups,
    &kyc_checks::KycChecks,
    &team_records::TeamRecords,
    &ranks::Ranks,
    &hidden_players::HiddenPlayers,
    &red_packets::RedPackets,
    &packet_shares::PacketShares,
    &house_days::HouseDays,
    &vip_passes::VipPasses,
    &bonus_credits::BonusCredits,
    &erasures::Erasures,
    &stocks::Stocks,
    &proposals::Proposals,
    &staff_actions::StaffActions,
    &cases::Cases,
    &case_acts::CaseActs,
    &turnovers::Turnovers,
    &solvency::Solvency,
    &effects::Effects,
];
