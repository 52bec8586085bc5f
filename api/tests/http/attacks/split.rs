//! A house that holds every key, its own signature among them, shows two readers two histories, goes back to an old
//! backup, or rewrites what it has signed. Its signature is good each time. Witnesses find it, since they remember what
//! they cosigned, and readers do who demand them; a witness that has lost its memory, and a reader who demands none, are
//! content.

use super::{Family, Outcome};
use crate::witness::{Log, Running, copied, demand, ledger, newest, one};
use ledger::notary::{Notary, Vkey, WitnessKey};
use ledger::testing::forgery::{forger, rewrite_the_last};
use ledger::testing::players::{give_coins, register};
use sqlx::Executor;
use witness::client::Client;
use witness::follow;
use workers::witnesses::{NotCosigned, Witnesses};

/// What the notary keeps in the database of what it signed.
const SIGNED: [&str; 5] = [
    "checkpoint_cosignatures",
    "log_checkpoints",
    "checkpoints",
    "log_tiles",
    "log_trees",
];
const LOST_END: &str = "the end of the log is missing";
const OTHER_TREE: &str = "another tree of";
const OTHER_PAST: &str = "history was rewritten";
const TOO_FEW: &str = "are needed";

/// The house with its two histories, and who looks at them.
struct House {
    vkey: Vkey,
    /// Of the witness that remembers.
    key: WitnessKey,
    remembers: Running,
    first: Log,
    second: Log,
}

pub async fn family() -> Family {
    let mut family = Family::new("split");
    let mut house = House::with_two_histories().await;
    house.set_back(&mut family).await;
    house.two_readers(&mut family).await;
    house.longer(&mut family).await;
    house.rewritten(&mut family).await;
    family
}

impl House {
    /// One history is shown, and cosigned; the other one ends where they part.
    async fn with_two_histories() -> House {
        let (ledger, vkey) = ledger(1).await;
        let remembers = Running::start(1, &vkey).await;
        let (first, second) = copied(ledger).await;
        let mut first = Log::of(first, &unpublished(&remembers)).await;
        let second = Log::of(second, &unpublished(&remembers)).await;
        for tg_id in 1..=4 {
            assert_eq!(asked(first.grow(tg_id).await), Outcome::Done);
        }
        let key = remembers.named.key.clone();
        let shown = newest(&first).await;
        shown.open(&vkey, &demand(&[&key], 1)).expect("cosigned");
        House {
            vkey,
            key,
            remembers,
            first,
            second,
        }
    }

    /// The witness, after it lost what it remembers.
    async fn forgetful(&self) -> Running {
        Running::start(1, &self.vkey).await
    }

    /// What the witness says of the newest checkpoint of a log, with its memory and without.
    async fn submitted(&self, log: &Log) -> (Outcome, Outcome) {
        let client = Client::default();
        let says = async |witness: &Running| {
            let answers = one(witness).round(&log.app.ledger, &client).await;
            asked(answers.expect("the database"))
        };
        (says(&self.remembers).await, says(&self.forgetful().await).await)
    }

    async fn set_back(&mut self, family: &mut Family) {
        self.second.signs().await;
        let (with, without) = self.submitted(&self.second).await;
        family.tried("a log that is set back to a backup", LOST_END, with, without);
    }

    /// As many people, and so as many events, and other people.
    async fn two_readers(&mut self, family: &mut Family) {
        let own = Running::start(2, &self.vkey).await;
        self.second.witnesses.named.push(own.named.clone());
        for tg_id in 101..=104 {
            self.second.grow(tg_id).await;
        }
        let shown = newest(&self.second).await;
        let reads = |keys: &[&WitnessKey], needed| Outcome::of_result(shown.open(&self.vkey, &demand(keys, needed)));
        let keys = [&self.key, &own.named.key];
        for (name, keys, needed) in [
            ("another history, to a reader who demands the witness", &keys[..1], 1),
            (
                "the same with a cosignature of the house's own witness, to one who demands both",
                &keys[..],
                2,
            ),
        ] {
            family.tried(name, TOO_FEW, reads(keys, needed), reads(keys, needed - 1));
        }
        let (with, without) = self.submitted(&self.second).await;
        family.tried("another history, to the witness", OTHER_TREE, with, without);
    }

    /// It has more events than the one that was shown, so its size alone says nothing.
    async fn longer(&mut self, family: &mut Family) {
        for tg_id in 105..=108 {
            self.second.grow(tg_id).await;
        }
        let (client, url) = (Client::default(), self.second.url());
        let follows = async |running: &Running| {
            let followed = follow::round(&running.witness, &client, &url).await;
            followed.map_or_else(|why| Outcome::Stopped(why.to_string()), |_| Outcome::Done)
        };
        let (with, without) = (follows(&self.remembers).await, follows(&self.forgetful().await).await);
        let name = "another, longer history, to who only follows what is published";
        family.tried(name, OTHER_PAST, with, without);
        let (with, without) = self.submitted(&self.second).await;
        family.tried("the same, to the witness", OTHER_PAST, with, without);
    }

    /// In the first history itself: the event, its leaf and its MAC, and all that the notary kept; then it signs anew.
    async fn rewritten(&mut self, family: &mut Family) {
        let ledger = self.first.app.ledger.clone();
        let player = register(&ledger, 5).await;
        give_coins(&ledger, player, 7).await;
        assert_eq!(asked(self.first.signs().await), Outcome::Done);
        rewrite_the_last(&ledger, player).await;
        let mut forger = forger(&ledger).await;
        for table in SIGNED {
            let statement = format!("delete from {table}");
            forger.execute(statement.as_str()).await.expect("deleted");
        }
        let (pool, clock) = (ledger.pool().clone(), ledger.clock().clone());
        let notary = Notary::open(pool, clock, crate::witness::folder()).await;
        self.first.notary = notary.expect("a notary that knows nothing");
        self.first.signs().await;
        let shown = newest(&self.first).await;
        shown.open(&self.vkey, &demand(&[], 0)).expect("its signature is good");
        let (with, without) = self.submitted(&self.first).await;
        family.tried("a past that is rewritten and signed anew", OTHER_TREE, with, without);
    }
}

/// A log that publishes what it signs, whatever its witness says.
fn unpublished(witness: &Running) -> Witnesses {
    Witnesses {
        needed: 0,
        ..one(witness)
    }
}

fn asked(answers: Vec<Result<u64, NotCosigned>>) -> Outcome {
    answers
        .into_iter()
        .next()
        .map_or_else(|| Outcome::Stopped("nothing was signed".into()), Outcome::of_result)
}
