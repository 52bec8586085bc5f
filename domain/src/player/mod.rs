//! The player stream: one consistency boundary for wallet, dive, check-in and
//! claims, so that each of them is one append (domain §4).
//!
//! This file composes; each feature file holds its rule, commands, events,
//! evolution, postings and tests. A new event is a struct in its feature file and
//! one line in the list below; a new shape of one is the next version with the
//! upcasts from all earlier ones, `DiveClosed: fishing::DiveClosed = 2 from
//! [fishing::close::upcast_1]`. No single rule is in this file.

pub mod adjustment;
pub mod coupon;
pub mod dive;
pub mod erasure;
pub mod exchange;
pub mod fishing;
pub mod free_coin;
pub mod freeze;
mod gate;
pub mod identity;
pub mod limits;
pub mod messages;
pub mod promotion;
pub mod red_packet;
pub mod registration;
pub mod seeds;
pub mod shop;
pub mod signin;
pub mod team;
pub mod vip;
pub mod visible;
pub mod withdrawal;

use self::gate::Gate;
use crate::ids::PlayerId;
use crate::posting::Postings;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision, Stream, StreamEvent};
use crate::upcast::Lineage;
use crate::wallet::Wallet;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Everything a decision about one player needs; its size does not grow with history.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// The player; nil before registration.
    pub id: PlayerId,
    pub wallet: Wallet,
    /// Registration data of the player.
    pub registration: registration::Registration,
    /// The seed pair in use.
    pub seeds: seeds::Seeds,
    /// The open dive and the day's losses.
    pub fishing: fishing::Fishing,
    pub free_coin: free_coin::FreeCoin,
    pub signin: signin::Signin,
    /// Invites and what the inviter earned.
    pub team: team::Team,
    pub promotion: promotion::Promotion,
    pub vip: vip::Vip,
    /// Top-up orders and the origin of coupons.
    pub coupon: coupon::Coupons,
    pub shop: shop::Shop,
    /// The day's exchange and unlock.
    pub exchange: exchange::Exchange,
    /// The player's own limits and breaks.
    pub limits: limits::Limits,
    /// What the bot writes to the player.
    pub messages: messages::Messages,
    /// Countries and proof of identity.
    pub identity: identity::Identity,
    /// The address and the withdrawals under way.
    pub withdrawal: withdrawal::Withdrawals,
    /// Whether staff froze the account.
    pub freeze: freeze::Frozen,
    /// The end of the account.
    pub erasure: erasure::Erasure,
}

/// A command of one feature.
pub(crate) trait Rule {
    /// What must hold before `decide`; open by default.
    fn gate(&self) -> Gate {
        Gate::Open
    }

    /// Decides the command; the player is registered, except for `Register`.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal>;
}

/// An event of one feature.
pub(crate) trait DomainEvent {
    /// Folds the event into the feature's slice. Balances are folded from the postings.
    fn evolve(&self, player: &mut Player);

    /// The value the event moves.
    fn postings(&self, _player: PlayerId) -> Postings {
        Postings::NONE
    }
}

macro_rules! player_stream {
    (commands { $($command:ident: $command_type:path,)* } events {
        $($event:ident: $event_type:path = $version:literal $(from [$($upcast:path),*])?,)*
    }) => {
        /// Commands of a player, a policy or staff.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Command {
            $(#[allow(missing_docs)] $command($command_type),)*
        }

        /// Events of a player.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum Event {
            $(#[allow(missing_docs)] $event($event_type),)*
        }

        $(impl From<$command_type> for Command {
            fn from(command: $command_type) -> Command {
                Command::$command(command)
            }
        })*

        $(impl From<$event_type> for Event {
            fn from(event: $event_type) -> Event {
                Event::$event(event)
            }
        })*

        impl Command {
            fn rule(&self) -> &dyn Rule {
                match self { $(Command::$command(command) => command,)* }
            }
        }

        impl Event {
            /// Name and version of every event that can be recorded.
            pub const CATALOGUE: &'static [(&'static str, u16)] = &[$((stringify!($event), $version),)*];

            fn domain_event(&self) -> &dyn DomainEvent {
                match self { $(Event::$event(event) => event,)* }
            }
        }

        impl StreamEvent for Event {
            fn name(&self) -> &'static str {
                match self { $(Event::$event(_) => stringify!($event),)* }
            }

            fn version(&self) -> u16 {
                match self { $(Event::$event(_) => $version,)* }
            }

            fn lineage(name: &str) -> Option<Lineage> {
                $(if name == stringify!($event) {
                    return Some(const { Lineage::new($version, &[$($($upcast),*)?]) });
                })*
                None
            }

            fn postings(&self, owner: Uuid) -> Postings {
                self.domain_event().postings(PlayerId(owner))
            }
        }
    };
}

player_stream! {
    commands {
        Register: registration::Register,
        BindInviter: registration::BindInviter,
        AcceptTerms: registration::AcceptTerms,
        RotateSeed: seeds::RotateSeed,
        RevealSeed: seeds::RevealSeed,
        StartDive: fishing::StartDive,
        Cast: fishing::Cast,
        Surface: fishing::Surface,
        ExpireDive: fishing::ExpireDive,
        VoidDive: fishing::VoidDive,
        ClaimFreeCoins: free_coin::ClaimFreeCoins,
        SignIn: signin::SignIn,
        CountInvite: team::CountInvite,
        RefuseInvite: team::RefuseInvite,
        NoteTiedFriend: team::NoteTiedFriend,
        ReceiveRecord: team::ReceiveRecord,
        ExpireRecord: team::ExpireRecord,
        CancelRecord: team::CancelRecord,
        VerifyTask: promotion::VerifyTask,
        ReceiveTask: promotion::ReceiveTask,
        ProveWallet: promotion::ProveWallet,
        CreditShare: red_packet::CreditShare,
        Adjust: adjustment::Adjust,
        ActivateVip: vip::ActivateVip,
        ClaimVip: vip::ClaimVip,
        ExpireVip: vip::ExpireVip,
        BuyCoupons: coupon::BuyCoupons,
        OpenTopUp: coupon::OpenTopUp,
        OpenAssigned: coupon::OpenAssigned,
        CloseTopUp: coupon::CloseTopUp,
        CreditTopUp: coupon::CreditTopUp,
        RefundCoupons: coupon::RefundCoupons,
        BuyItem: shop::BuyItem,
        ExchangeTokens: exchange::ExchangeTokens,
        UnlockBonus: exchange::UnlockBonus,
        ExpireBonus: exchange::ExpireBonus,
        SetLimit: limits::SetLimit,
        TakeBreak: limits::TakeBreak,
        ChooseMessages: messages::ChooseMessages,
        NoteMessagesBlocked: messages::NoteMessagesBlocked,
        SeeCountry: identity::SeeCountry,
        NoteKyc: identity::NoteKyc,
        SetAddress: withdrawal::SetAddress,
        RequestWithdrawal: withdrawal::RequestWithdrawal,
        NoteWithdrawalSent: withdrawal::NoteWithdrawalSent,
        SettleWithdrawal: withdrawal::SettleWithdrawal,
        RefundWithdrawal: withdrawal::RefundWithdrawal,
        Freeze: freeze::Freeze,
        Unfreeze: freeze::Unfreeze,
        RequestErasure: erasure::RequestErasure,
        CancelErasure: erasure::CancelErasure,
        EraseData: erasure::EraseData,
    }
    events {
        PlayerRegistered: registration::PlayerRegistered = 1,
        InviterBound: registration::InviterBound = 1,
        HouseBound: registration::HouseBound = 1,
        TermsAccepted: registration::TermsAccepted = 1,
        SeedRotated: seeds::SeedRotated = 1,
        DiveStarted: fishing::DiveStarted = 1,
        CastResolved: fishing::CastResolved = 1,
        DiveClosed: fishing::DiveClosed = 1,
        DiveVoided: fishing::DiveVoided = 1,
        FreeCoinClaimed: free_coin::FreeCoinClaimed = 1,
        SignedIn: signin::SignedIn = 1,
        InviteQualified: team::InviteQualified = 1,
        InviteValidated: team::InviteValidated = 1,
        InviteRefused: team::InviteRefused = 1,
        RebatesStopped: team::RebatesStopped = 1,
        FriendTied: team::FriendTied = 1,
        TeamRecordReceived: team::TeamRecordReceived = 1,
        TeamRecordExpired: team::TeamRecordExpired = 1,
        TeamRecordCancelled: team::TeamRecordCancelled = 1,
        TaskVisited: promotion::TaskVisited = 1,
        TaskVerified: promotion::TaskVerified = 1,
        TaskReceived: promotion::TaskReceived = 1,
        WalletProved: promotion::WalletProved = 1,
        RedPacketCredited: red_packet::RedPacketCredited = 1,
        AdjustmentPosted: adjustment::AdjustmentPosted = 1,
        VipActivated: vip::VipActivated = 1,
        VipClaimed: vip::VipClaimed = 1,
        VipExpired: vip::VipExpired = 1,
        CouponBought: coupon::CouponBought = 1,
        TopUpOpened: coupon::TopUpOpened = 1,
        TopUpClosed: coupon::TopUpClosed = 1,
        TopUpCredited: coupon::TopUpCredited = 1,
        CouponRefunded: coupon::CouponRefunded = 1,
        ShopPurchased: shop::ShopPurchased = 1,
        Exchanged: exchange::Exchanged = 1,
        BonusUnlocked: exchange::BonusUnlocked = 1,
        BonusExpired: exchange::BonusExpired = 1,
        LimitSet: limits::LimitSet = 1,
        SelfExcluded: limits::SelfExcluded = 1,
        MessagesChosen: messages::MessagesChosen = 1,
        MessagesBlocked: messages::MessagesBlocked = 1,
        CountrySeen: identity::CountrySeen = 1,
        KycStatusChanged: identity::KycStatusChanged = 1,
        AddressSet: withdrawal::AddressSet = 1,
        WithdrawalRequested: withdrawal::WithdrawalRequested = 1,
        WithdrawalSent: withdrawal::WithdrawalSent = 1,
        WithdrawalSettled: withdrawal::WithdrawalSettled = 1,
        WithdrawalRefunded: withdrawal::WithdrawalRefunded = 1,
        PlayerFrozen: freeze::PlayerFrozen = 1,
        PlayerUnfrozen: freeze::PlayerUnfrozen = 1,
        ErasureRequested: erasure::ErasureRequested = 1,
        ErasureCancelled: erasure::ErasureCancelled = 1,
        DataErased: erasure::DataErased = 1,
    }
}

impl Player {
    /// True once `PlayerRegistered` was recorded.
    pub fn is_registered(&self) -> bool {
        self.id != PlayerId::default()
    }

    /// Whether the account is open for calls that are no command of the stream: a login, a form, an image.
    ///
    /// # Errors
    /// The refusal of the first closed gate; `module` is the module's name for maintenance.
    pub fn check_account(&self, module: &'static str, context: &Context) -> Result<(), Refusal> {
        gate::Gate::Account(module).check(self, context)
    }
}

impl Stream for Player {
    const TYPE: &'static str = "player";
    const STATE_VERSION: u16 = 9;
    type Command = Command;
    type Event = Event;

    fn decide(&self, command: &Command, context: &Context) -> Result<Decision<Event>, Refusal> {
        if !self.is_registered() && !matches!(command, Command::Register(_)) {
            return Err(Refusal::RecordNotFound);
        }
        let rule = command.rule();
        rule.gate().check(self, context)?;
        let decision = rule.decide(self, context)?;
        // The one floor check: events of every feature are applied to the wallet here and nowhere else.
        // It is checked after every single event: a later prize never pays for an earlier stake (law I-02).
        let mut after = self.clone();
        for event in &decision.events {
            after.evolve(event);
            after.wallet.check()?;
        }
        Ok(decision)
    }

    fn evolve(&mut self, event: &Event) {
        event.domain_event().evolve(self);
        let owner = self.id;
        self.wallet.apply(owner, &event.domain_event().postings(owner));
    }

    fn seed_needed(&self, command: &Command) -> Option<&str> {
        let needed = matches!(command, Command::Cast(_)) && self.fishing.dive.is_some()
            || matches!(command, Command::RotateSeed(_) | Command::RevealSeed(_));
        (needed && self.is_registered()).then_some(self.seeds.commit.as_str())
    }
}
