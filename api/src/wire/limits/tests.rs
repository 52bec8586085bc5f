use super::*;

#[test]
fn a_value_is_an_amount_or_minutes_or_nothing() {
    let usdt = Some(Usdt::from_minor(1_500_000));
    assert_eq!(LimitsField::LossDay.setting(Some("1.5")), Some(Setting::LossDay(usdt)));
    assert_eq!(LimitsField::DepositDay.setting(None), Some(Setting::DepositDay(None)));
    assert_eq!(
        LimitsField::SessionMin.setting(Some("60")),
        Some(Setting::SessionMin(Some(60)))
    );
    for wrong in ["", "-1", "+1", "1.5", "x", "9999999999", "١"] {
        assert_eq!(LimitsField::SessionMin.setting(Some(wrong)), None, "{wrong}");
    }
    assert_eq!(LimitsField::DepositWeek.setting(Some("x")), None);
}
