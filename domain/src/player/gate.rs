//! Gates: what must hold before a player's own command is decided at all
//! (domain §3.14, domain §3.16). A rule names its gate; everything staff, clocks and
//! policies ask is open, and so is what must always work: surfacing, limits, breaks.
//!
//! Checked in this order, and before everything the rule itself checks:
//!
//! | check | refusal | account | gift | play | spend | cash out |
//! |---|---|---|---|---|---|---|
//! | the module is under maintenance | -1003 | x | x | x | x | x |
//! | frozen by staff, or erased | -1002 | x | x | x | x | x |
//! | the region is blocked | -1004 | x | x | x | x | x |
//! | the region has promo play only | -1004 | | | | x | x |
//! | the terms in force are not accepted | -1010 | | | x | x | x |
//! | a break of the player's own | -1009 | | x | x | x | |
//!
//! A player on a break is given nothing that invites to play, and can always take
//! money out (case T-82). A dive that is open when a gate closes ends by its own
//! rules: it takes no more casts, and surfaces with its full payout.

use super::Player;
use crate::config::region::Mode;
use crate::refusal::Refusal;
use crate::stream::Context;

/// What kind of deed a command is, with the module maintenance knows it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    /// No gate: staff, clocks, policies, and what must always work.
    Open,
    /// Settings of the account.
    Account(&'static str),
    /// Something given.
    Gift(&'static str),
    /// A bet.
    Play(&'static str),
    /// Money goes in or is spent.
    Spend(&'static str),
    /// Winnings become money.
    CashOut(&'static str),
}

impl Gate {
    /// # Errors
    /// The refusal of the first closed gate.
    pub(crate) fn check(self, player: &Player, context: &Context) -> Result<(), Refusal> {
        let Some(module) = self.module() else {
            return Ok(());
        };
        if context.config.product.maintenance.iter().any(|closed| closed == module) {
            let module = module.to_owned();
            return Err(Refusal::UnderMaintenance { module });
        }
        if player.freeze.is_frozen || player.erasure.is_erased {
            return Err(Refusal::PlayerFrozen);
        }
        let needed = if self.is_money() { Mode::Real } else { Mode::Play };
        if player.identity.mode(&context.config) < needed {
            return Err(Refusal::RegionNotAvailable);
        }
        let accepted = player.registration.terms.as_ref() == Some(&context.config.product.terms_version);
        if !accepted && (self.is_money() || matches!(self, Gate::Play(_))) {
            return Err(Refusal::TermsNotAccepted);
        }
        match player.break_until(context.now) {
            Some(until) if !matches!(self, Gate::Account(_) | Gate::CashOut(_)) => {
                Err(Refusal::BlockedByPlayLimits { until: Some(until.0) })
            }
            _ => Ok(()),
        }
    }

    const fn module(self) -> Option<&'static str> {
        match self {
            Gate::Open => None,
            Gate::Account(module)
            | Gate::Gift(module)
            | Gate::Play(module)
            | Gate::Spend(module)
            | Gate::CashOut(module) => Some(module),
        }
    }

    const fn is_money(self) -> bool {
        matches!(self, Gate::Spend(_) | Gate::CashOut(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::player::freeze::Freeze;
    use crate::player::identity::{SeeCountry, Source};
    use crate::player::limits::{Break, TakeBreak};
    use crate::player::signin::SignIn;
    use crate::testing::Angler;

    const KINDS: [Gate; 6] = [
        Gate::Open,
        Gate::Account("m"),
        Gate::Gift("m"),
        Gate::Play("m"),
        Gate::Spend("m"),
        Gate::CashOut("m"),
    ];

    /// Which kinds are refused with `code`, in the order of the table; the others must pass.
    fn refused(angler: &Angler, code: i32) -> [bool; 6] {
        let context = angler.context(&SignIn.into());
        KINDS.map(|gate| match gate.check(&angler.player, &context) {
            Ok(()) => false,
            Err(refusal) => {
                assert_eq!(refusal.code(), code, "{gate:?}");
                true
            }
        })
    }

    fn in_country(mode: Mode) -> Angler {
        let mut angler = Angler::new().under(|config: &mut Config| match mode {
            Mode::Blocked => config.region.blocked.push("XX".into()),
            _ => config.region.default_mode = mode,
        });
        let country = "XX".into();
        let source = Source::Connection;
        angler.must(SeeCountry { country, source });
        angler
    }

    #[test]
    fn each_gate_closes_for_the_kinds_of_the_table() {
        let open = [false; 6];
        assert_eq!(refused(&Angler::new(), 0), open);
        let all = [false, true, true, true, true, true];
        let shut = Angler::new().under(|config| config.product.maintenance.push("m".into()));
        assert_eq!(refused(&shut, -1003), all);
        let mut frozen = Angler::new();
        frozen.must(Freeze {
            staff: "ann".into(),
            reason: "Chargeback".into(),
        });
        assert_eq!(refused(&frozen, -1002), all);
        assert_eq!(refused(&in_country(Mode::Blocked), -1004), all);
        let money = [false, false, false, false, true, true];
        assert_eq!(refused(&in_country(Mode::Play), -1004), money);
        assert_eq!(refused(&in_country(Mode::Real), 0), open);
        let newer = Angler::new().under(|config| config.product.terms_version = "2".into());
        assert_eq!(refused(&newer, -1010), [false, false, false, true, true, true]);
        let mut resting = Angler::new();
        resting.must(TakeBreak {
            kind: Break::CoolOff,
            days: 1,
        });
        assert_eq!(refused(&resting, -1009), [false, false, true, true, true, false]);
    }

    #[test]
    fn the_first_closed_gate_is_told_and_another_module_stays_open() {
        let mut angler = in_country(Mode::Blocked).under(|config| {
            config.product.maintenance.push("m".into());
            config.product.terms_version = "2".into();
        });
        angler.must(Freeze {
            staff: "ann".into(),
            reason: "Chargeback".into(),
        });
        let context = angler.context(&SignIn.into());
        let check = |module| Gate::Play(module).check(&angler.player, &context);
        assert_eq!(check("m"), Err(Refusal::UnderMaintenance { module: "m".into() }));
        assert_eq!(check("n"), Err(Refusal::PlayerFrozen));
    }

    #[test]
    fn a_dive_that_is_open_takes_no_more_casts_and_surfaces_with_its_payout() {
        let mut angler = Angler::new().with_golden_seed().with_coins(1_000);
        angler.dives(100, 1).casts(9).wait(2_500);
        angler.must(TakeBreak {
            kind: Break::Exclude,
            days: 183,
        });
        let cast = angler.decide(angler.cast(false)).expect_err("a refusal");
        assert_eq!(cast.code(), -1009);
        angler.surfaces();
        assert_eq!(angler.has(crate::posting::Purse::Gusd), 66_325);
        let start = angler.decide(angler.start(100, 1)).expect_err("a refusal");
        assert_eq!(start.code(), -1009, "I-39: no new bet");
    }
}
