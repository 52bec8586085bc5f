//! Accounts and balanced postings: the only way value moves.
//!
//! Each event declares its postings beside itself; wallet, balances, history,
//! journal and audits read postings and never event variants. Player accounts
//! never fall below zero; house accounts have the opposite sign (domain §1).

use crate::ids::PlayerId;
use crate::money::{Asset, Coin, Coupon, Diamond, Gusd, Usdt};
use uuid::Uuid;

/// A player's account. The name is the account's permanent name in the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purse {
    /// Coins that were bought.
    CoinPaid,
    /// Coins that were granted for free.
    CoinPromo,
    /// Diamonds.
    Diamond,
    /// Free game tokens.
    Gusd,
    /// Locked game tokens won with promo coins.
    GusdBonus,
    /// USDT.
    Usdt,
    /// USDT of withdrawals under way.
    UsdtHold,
    /// Coupons.
    Coupon,
}

impl Purse {
    /// All purses.
    pub const ALL: [Purse; 8] = [
        Purse::CoinPaid,
        Purse::CoinPromo,
        Purse::Diamond,
        Purse::Gusd,
        Purse::GusdBonus,
        Purse::Usdt,
        Purse::UsdtHold,
        Purse::Coupon,
    ];

    /// The permanent name in the journal.
    pub const fn name(self) -> &'static str {
        match self {
            Purse::CoinPaid => "coin_paid",
            Purse::CoinPromo => "coin_promo",
            Purse::Diamond => "diamond",
            Purse::Gusd => "gusd",
            Purse::GusdBonus => "gusd_bonus",
            Purse::Usdt => "usdt",
            Purse::UsdtHold => "usdt_hold",
            Purse::Coupon => "coupon",
        }
    }

    /// The asset this purse holds.
    pub const fn asset(self) -> Asset {
        match self {
            Purse::CoinPaid | Purse::CoinPromo => Asset::Coin,
            Purse::Diamond => Asset::Diamond,
            Purse::Gusd | Purse::GusdBonus => Asset::Gusd,
            Purse::Usdt | Purse::UsdtHold => Asset::Usdt,
            Purse::Coupon => Asset::Coupon,
        }
    }

    /// The purse with a journal name.
    pub fn named(name: &str) -> Option<Purse> {
        Purse::ALL.into_iter().find(|purse| purse.name() == name)
    }
}

macro_rules! house {
    ($($(#[$doc:meta])* $variant:ident = $name:literal : $asset:ident,)*) => {
        /// A counter-account of the house (domain §1).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum House {
            $($(#[$doc])* $variant,)*
        }

        impl House {
            /// All house accounts.
            pub const ALL: &'static [House] = &[$(House::$variant,)*];

            /// The permanent name in the journal.
            pub const fn name(self) -> &'static str {
                match self { $(House::$variant => $name,)* }
            }

            /// The asset of the account.
            pub const fn asset(self) -> Asset {
                match self { $(House::$variant => Asset::$asset,)* }
            }

            /// The account of a journal name.
            pub fn named(name: &str) -> Option<House> {
                House::ALL.iter().copied().find(|house| house.name() == name)
            }
        }
    };
}

house! {
    /// Coins minted by the daily free claim.
    CoinIssueFree = "h:coin_issue.free": Coin,
    /// Coins minted by the check-in.
    CoinIssueSignin = "h:coin_issue.signin": Coin,
    /// Coins minted by tasks.
    CoinIssueTask = "h:coin_issue.task": Coin,
    /// Coins minted by red packets.
    CoinIssueRedPacket = "h:coin_issue.redpacket": Coin,
    /// Coins minted by shop purchases.
    CoinIssueShop = "h:coin_issue.shop": Coin,
    /// Promo coins that shop purchases add.
    CoinIssueShopExtra = "h:coin_issue.shop_extra": Coin,
    /// Coins minted by VIP claims.
    CoinIssueVip = "h:coin_issue.vip": Coin,
    /// Coins staked.
    CoinSink = "h:coin_sink": Coin,
    /// Diamonds minted for valid invites.
    DiamondIssueInvite = "h:diamond_issue.invite": Diamond,
    /// Diamonds minted by the check-in.
    DiamondIssueSignin = "h:diamond_issue.signin": Diamond,
    /// Diamonds minted by tasks.
    DiamondIssueTask = "h:diamond_issue.task": Diamond,
    /// Diamonds minted by VIP claims.
    DiamondIssueVip = "h:diamond_issue.vip": Diamond,
    /// Diamonds minted by shop purchases.
    DiamondIssueShop = "h:diamond_issue.shop": Diamond,
    /// Diamonds minted by red packets.
    DiamondIssueRedPacket = "h:diamond_issue.redpacket": Diamond,
    /// Diamonds spent.
    DiamondSink = "h:diamond_sink": Diamond,
    /// Prizes of paid dives.
    GusdIssuePaid = "h:gusd_issue.paid": Gusd,
    /// Prizes of promo dives.
    GusdIssueBonus = "h:gusd_issue.bonus": Gusd,
    /// Tokens exchanged, unlocked or expired.
    GusdBurn = "h:gusd_burn": Gusd,
    /// The real holding on the chain, with the opposite sign.
    UsdtCustody = "h:usdt_custody": Usdt,
    /// USDT behind unspent coupons.
    UsdtCustomer = "h:usdt_customer": Usdt,
    /// Prize reserve: pays exchange, cash chests and referral.
    UsdtReserve = "h:usdt_reserve": Usdt,
    /// Marketing money: pays the bonus unlock, USDT red packets and contests.
    UsdtPromoBudget = "h:usdt_promo_budget": Usdt,
    /// Promo money in red packets that are not yet credited.
    UsdtPacketHeld = "h:usdt_packet_held": Usdt,
    /// Withdrawal fees.
    UsdtFee = "h:usdt_fee": Usdt,
    /// Money on its way to the chain, not yet confirmed.
    UsdtClearing = "h:usdt_clearing": Usdt,
    /// Payments from the chain that nobody owns so far.
    UsdtSuspense = "h:usdt_suspense": Usdt,
    /// Coupons minted.
    CouponIssue = "h:coupon_issue": Coupon,
    /// Coupons spent.
    CouponSink = "h:coupon_sink": Coupon,
}

/// An account that holds value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Account {
    /// A player's own account, never below zero.
    Player(PlayerId, Purse),
    /// USDT due to an inviter, accrued on the earner's events (domain §4).
    ReferralDue(PlayerId),
    /// Diamonds due to an inviter for valid invites.
    InviteDue(PlayerId),
    /// A counter-account of the house.
    House(House),
}

impl Account {
    /// Whose account it is; nil for the house.
    pub const fn owner(self) -> Uuid {
        match self {
            Account::Player(player, _) | Account::ReferralDue(player) | Account::InviteDue(player) => player.0,
            Account::House(_) => Uuid::nil(),
        }
    }

    /// The permanent name in the journal, unique for one owner.
    pub const fn name(self) -> &'static str {
        match self {
            Account::Player(_, purse) => purse.name(),
            Account::ReferralDue(_) => "referral_due",
            Account::InviteDue(_) => "invite_due",
            Account::House(house) => house.name(),
        }
    }

    /// The asset the account holds.
    pub const fn asset(self) -> Asset {
        match self {
            Account::Player(_, purse) => purse.asset(),
            Account::ReferralDue(_) => Asset::Usdt,
            Account::InviteDue(_) => Asset::Diamond,
            Account::House(house) => house.asset(),
        }
    }
}

/// One leg: `amount` minor units added to `account` (negative: taken from it).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The account whose balance changes.
    pub account: Account,
    /// Signed minor units of the account's asset; never zero.
    pub amount: i64,
}

/// The balanced postings of one event, in the order the rule states them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Postings(Vec<Posting>);

impl Postings {
    /// No value moves.
    pub const NONE: Postings = Postings(Vec::new());

    /// Moves `minor` units from one account to another of the same asset; zero adds no leg.
    ///
    /// # Panics
    /// When the assets differ or the amount is negative: a defect of the rule, caught by its tests.
    pub fn transfer(mut self, from: Account, to: Account, minor: i64) -> Postings {
        assert!(
            from.asset() == to.asset() && minor >= 0,
            "a transfer moves one asset forward"
        );
        if minor > 0 {
            self.0.push(Posting {
                account: from,
                amount: -minor,
            });
            self.0.push(Posting {
                account: to,
                amount: minor,
            });
        }
        self
    }

    /// [`Postings::transfer`] of coins.
    pub fn coin(self, from: Account, to: Account, amount: Coin) -> Postings {
        self.transfer(from, to, amount.minor())
    }

    /// [`Postings::transfer`] of diamonds.
    pub fn diamond(self, from: Account, to: Account, amount: Diamond) -> Postings {
        self.transfer(from, to, amount.minor())
    }

    /// [`Postings::transfer`] of game tokens.
    pub fn gusd(self, from: Account, to: Account, amount: Gusd) -> Postings {
        self.transfer(from, to, amount.minor())
    }

    /// [`Postings::transfer`] of USDT.
    pub fn usdt(self, from: Account, to: Account, amount: Usdt) -> Postings {
        self.transfer(from, to, amount.minor())
    }

    /// [`Postings::transfer`] of coupons.
    pub fn coupon(self, from: Account, to: Account, amount: Coupon) -> Postings {
        self.transfer(from, to, amount.minor())
    }

    /// The legs.
    pub fn legs(&self) -> &[Posting] {
        &self.0
    }

    /// Sum of the legs of `asset`; zero for every asset, always (law I-01).
    pub fn sum(&self, asset: Asset) -> i128 {
        let of_asset = self.0.iter().filter(|leg| leg.account.asset() == asset);
        of_asset.map(|leg| i128::from(leg.amount)).sum()
    }
}
