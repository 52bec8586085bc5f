//! Streams that exist in tests only: a till of two releases, and a boulder that is
//! heavy in memory.

use domain::refusal::Refusal;
use domain::stream::{Context, Decision, Stream, StreamEvent};
use domain::upcast::Lineage;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The till as its first release wrote it: coins as a number.
pub mod first {
    use super::*;
    use domain::money::Coin;
    use domain::posting::{Account, House, Postings};

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub enum Event {
        Paid { coins: i64 },
    }

    impl StreamEvent for Event {
        fn name(&self) -> &'static str {
            "Paid"
        }

        fn version(&self) -> u16 {
            1
        }

        fn lineage(name: &str) -> Option<Lineage> {
            (name == "Paid").then_some(Lineage::new(1, &[]))
        }

        fn postings(&self, _owner: Uuid) -> Postings {
            let Event::Paid { coins } = self;
            let (from, to) = (Account::House(House::CoinSink), Account::House(House::CoinIssueShop));
            Postings::NONE.coin(from, to, Coin::from_minor(*coins))
        }
    }

    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct Till {
        pub coins: i64,
    }

    impl Stream for Till {
        const TYPE: &'static str = "till";
        const STATE_VERSION: u16 = 1;
        type Command = i64;
        type Event = Event;

        fn decide(&self, coins: &i64, _context: &Context) -> Result<Decision<Event>, Refusal> {
            Ok(Event::Paid { coins: *coins }.into())
        }

        fn evolve(&mut self, event: &Event) {
            let Event::Paid { coins } = event;
            self.coins += coins;
        }
    }

    impl ledger::streams::Listed for Till {}
}

/// The till two releases later: the second wrote the amount as a text, the third adds a note.
pub mod third {
    use super::*;
    use domain::money::Coin;
    use domain::posting::{Account, House, Postings};
    use serde_json::{Value, json};

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub enum Event {
        Paid { amount: Coin, note: String },
        Closed {},
    }

    fn coins_become_an_amount(payload: Value) -> Value {
        json!({ "Paid": { "amount": payload["Paid"]["coins"].to_string() } })
    }

    fn there_was_no_note(mut payload: Value) -> Value {
        payload["Paid"]["note"] = json!("");
        payload
    }

    impl StreamEvent for Event {
        fn name(&self) -> &'static str {
            match self {
                Event::Paid { .. } => "Paid",
                Event::Closed {} => "Closed",
            }
        }

        fn version(&self) -> u16 {
            match self {
                Event::Paid { .. } => 3,
                Event::Closed {} => 1,
            }
        }

        fn lineage(name: &str) -> Option<Lineage> {
            match name {
                "Paid" => Some(const { Lineage::new(3, &[coins_become_an_amount, there_was_no_note]) }),
                "Closed" => Some(const { Lineage::new(1, &[]) }),
                _ => None,
            }
        }

        fn postings(&self, _owner: Uuid) -> Postings {
            match self {
                Event::Paid { amount, .. } => {
                    let (from, to) = (Account::House(House::CoinSink), Account::House(House::CoinIssueShop));
                    Postings::NONE.coin(from, to, *amount)
                }
                Event::Closed {} => Postings::NONE,
            }
        }
    }

    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct Till {
        pub coins: Coin,
        pub last: String,
    }

    impl Stream for Till {
        const TYPE: &'static str = "till";
        const STATE_VERSION: u16 = 2;
        type Command = i64;
        type Event = Event;

        fn decide(&self, coins: &i64, _context: &Context) -> Result<Decision<Event>, Refusal> {
            let amount = Coin::from_minor(*coins);
            let note = "by hand".into();
            Ok(Event::Paid { amount, note }.into())
        }

        fn evolve(&mut self, event: &Event) {
            if let Event::Paid { amount, note } = event {
                self.coins += *amount;
                self.last = note.clone();
            }
        }
    }

    impl ledger::streams::Listed for Till {}
}

/// A stream whose state weighs a quarter of what a process keeps.
pub mod boulder {
    use super::*;
    use domain::posting::Postings;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Pushed;

    impl StreamEvent for Pushed {
        fn name(&self) -> &'static str {
            "Pushed"
        }

        fn version(&self) -> u16 {
            1
        }

        fn lineage(name: &str) -> Option<Lineage> {
            (name == "Pushed").then_some(Lineage::new(1, &[]))
        }

        fn postings(&self, _owner: Uuid) -> Postings {
            Postings::NONE
        }
    }

    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct Boulder {
        pub pushed: u64,
    }

    impl Stream for Boulder {
        const TYPE: &'static str = "boulder";
        const STATE_VERSION: u16 = 1;
        type Command = ();
        type Event = Pushed;

        fn decide(&self, _push: &(), _context: &Context) -> Result<Decision<Pushed>, Refusal> {
            Ok(Pushed.into())
        }

        fn evolve(&mut self, _event: &Pushed) {
            self.pushed += 1;
        }

        fn weight(&self) -> usize {
            usize::try_from(ledger::cache::CACHE_BYTES_MAX).expect("a size") / 4
        }
    }

    impl ledger::streams::Listed for Boulder {}
}
