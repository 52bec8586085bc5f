use super::*;
use domain::money::Usdt;
use domain::treasury::{Treasury, TreasuryEvent};

fn seen(version: i64, funded: i64) -> Result<Seen<Treasury>, String> {
    let mut state = Treasury::default();
    state.evolve(&TreasuryEvent::ReserveFunded {
        amount: Usdt::from_minor(funded),
        proposer: "ana".into(),
        approver: "bo".into(),
        reason: "capital".into(),
        payment: None,
    });
    Ok(Seen { state, version })
}

#[test]
fn readers_differ_in_version_state_or_refusal() {
    let refused = || Err::<Seen<Treasury>, _>("version 2: its leaf does not fit".to_owned());
    let what = |stock, ours| difference(&stock, &ours).unwrap_or_default();
    assert_eq!(what(seen(2, 5), seen(2, 5)), "");
    assert_eq!(what(seen(2, 5), seen(3, 5)), "version 2 to the stock reader, 3 to ours");
    assert_eq!(
        what(seen(2, 5), seen(2, 6)),
        "/funded is \"0.000005\" to the stock reader, \"0.000006\" to ours"
    );
    assert!(what(seen(2, 5), refused()).ends_with("ours refuses version 2: its leaf does not fit"));
    assert!(what(refused(), seen(2, 5)).starts_with("version 2 to ours; the stock reader refuses it"));
    assert!(what(refused(), refused()).contains("refuses it too"));
}
