//! What one person lets go alone counts for the day, to whomever it goes: cut into pieces, or to many players, it takes the
//! second person that the whole would (threat T-50, law I-41h).

use crate::audit::{forger, rewritten};
use crate::staff_money::correction;
use crate::staff_site::{Clerk, StaffSite};
use crate::staff_sums::{ONE_LETS_GO, laws};
use domain::ids::{PlayerId, WithdrawalId};
use domain::kyc::Status;
use domain::money::Usdt;
use domain::staff::Role;
use domain::withdrawal::{Address, Facts, Request, Terms, WithdrawalCommand};
use ledger::{Plain, StreamId};
use serde_json::json;
use std::ops::Range;
use uuid::Uuid;
use workers::audit::LawResult;

const ADDRESS: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";

/// A withdrawal in review, of a player of this number, who is tied to nobody.
pub async fn waiting(site: &StaffSite, player: i64, usdt: i64) -> StreamId {
    let withdrawal = WithdrawalId(Uuid::new_v4());
    let request = Request {
        terms: Terms {
            withdrawal,
            player: PlayerId::of_messenger(player),
            amount: Usdt::from_minor(usdt * 1_000_000),
            fee: Usdt::ZERO,
            address: Address::parse(ADDRESS).expect("an address"),
            comment: None,
        },
        facts: Facts {
            vip_id: None,
            fee_ppm: 0,
            fee_min: Usdt::ZERO,
            lifetime: Usdt::ZERO,
            topped_up: true,
            kyc: Status::Approved,
            needs_kyc: false,
            needs_funds_review: false,
            is_flagged: false,
            is_tied: false,
            is_confirmed: true,
            config_version: 1,
        },
        refund: None,
    };
    let open = WithdrawalCommand::Open(Box::new(request));
    let id = StreamId::thing(withdrawal.0);
    let request = ledger::Request::system("system:test", Uuid::new_v4());
    let reply = site.ledger.withdrawals().execute(&id, open, request, Plain).await;
    assert!(reply.expect("a reply").is_accepted());
    id
}

/// Whether it waits for a second person once this member said yes.
pub async fn waits(site: &StaffSite, clerk: &Clerk<'_>, id: &StreamId) -> bool {
    let seen = site.ledger.withdrawals().load(id).await.expect("one").state.digest();
    let yes = json!({ "withdrawal": id.owner, "digest": seen });
    clerk.does("withdrawals/approve", yes).await.done().data["waits"] == true
}

/// How many withdrawals of 500 USDT, of other players each, this member lets go before the first one waits, and whether all
/// that follow do.
async fn alone(site: &StaffSite, clerk: &Clerk<'_>, players: Range<i64>) -> (usize, bool) {
    let mut answers = Vec::new();
    for player in players {
        answers.push(waits(site, clerk, &waiting(site, player, 500).await).await);
    }
    let let_go = answers.iter().take_while(|waits| !**waits).count();
    (let_go, answers[let_go..].iter().all(|waits| *waits))
}

#[tokio::test]
async fn four_pieces_of_500_wait_for_the_second_person_that_2_000_would_t_50() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let mut answers = Vec::new();
    for usdt in [500, 500, 500, 500, 2_000] {
        answers.push(waits(&site, &ann, &waiting(&site, 1, usdt).await).await);
    }
    assert_eq!(
        answers,
        [false, true, true, true, true],
        "of 2,000 USDT one person lets 500 go"
    );
}

#[tokio::test]
async fn a_hundred_times_500_to_a_hundred_players_stop_at_the_limit_of_who_lets_them_go_t_50() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let lea = site.clerk("lea", &[Role::FinanceLead]).await;
    assert_eq!(alone(&site, &ann, 0..100).await, (2, true));
    // What two people let go counts for neither of them.
    let third = waiting(&site, 100, 500).await;
    assert!(waits(&site, &ann, &third).await);
    assert!(!waits(&site, &lea, &third).await);
    assert_eq!(alone(&site, &lea, 101..122).await, (20, true));
    // Corrections count in the same sum, and what is left is let go.
    let angler = site.player(1_000).await;
    let asks = async |clerk: &Clerk<'_>, usdt: &str| clerk.ask("adjustments/propose", correction(&angler, usdt)).await;
    asks(&ann, "1").await.refused(9005);
    site.wait_ms(86_400_000);
    let ann = site.signs_in("ann", ann.issued.clone()).await;
    asks(&ann, "400000000").await.done();
    assert_eq!(alone(&site, &ann, 200..202).await, (1, true));
    assert!(!waits(&site, &ann, &waiting(&site, 300, 100).await).await);
    assert!(waits(&site, &ann, &waiting(&site, 301, 21).await).await);
    is_recomputed(&site).await;
}

/// Law I-41h finds in the log what a service that does not count would have let go.
async fn is_recomputed(site: &StaffSite) {
    let more = rewritten("StaffActed", "\"worth\":\"500.000000\"", "\"worth\":\"500.000001\"");
    let other = rewritten("Requested", "\"amount\":\"100.000000\"", "\"amount\":\"100.000001\"");
    let mut forger = forger(site).await;
    for statement in [ONE_LETS_GO, &more, &other] {
        let [before, after] = laws(&mut forger, statement).await;
        assert!(before.iter().all(LawResult::holds), "{before:?}");
        // Two acts of ann on the first day, two and a correction on the next; the lead let 20 go.
        assert_eq!(before[0].compared, 25, "{before:?}");
        assert!(!after[0].holds() && after[1].holds(), "{statement}: {after:?}");
    }
    // As acts were recorded before withdrawals counted: whatever one person let go was lawful.
    let uncounted = rewritten("StaffActed", "\"worth\":\"[15]00.000000\"", "\"worth\":\"0.000000\"");
    let [_, after] = laws(&mut forger, &format!("{ONE_LETS_GO}; {uncounted}")).await;
    assert!(after.iter().all(LawResult::holds), "{after:?}");
    assert_eq!(after[0].compared, 1, "{after:?}");
}
