//! A small aggregate of the stock framework, and the crate's own tables for it.

use cqrs_es::event_sink::EventSink;
use cqrs_es::persist::PersistedEventStore;
use cqrs_es::{Aggregate, DomainEvent, EventEnvelope, EventStore, View};
use ledger::Ledger;
use postgres_es::PostgresEventRepository;
use serde::{Deserialize, Serialize};
use sqlx::postgres::PgPoolOptions;
use sqlx::{Executor, PgPool};
use std::convert::Infallible;

/// `db/init.sql` of postgres-es, and a table for one view.
const TABLES: &str = "
create schema stock;
create table stock.events (
    aggregate_type text                         not null,
    aggregate_id   text                         not null,
    sequence       bigint check (sequence >= 0) not null,
    event_type     text                         not null,
    event_version  text                         not null,
    payload        json                         not null,
    metadata       json                         not null,
    primary key (aggregate_type, aggregate_id, sequence)
);
create table stock.snapshots (
    aggregate_type   text                                 not null,
    aggregate_id     text                                 not null,
    last_sequence    bigint check (last_sequence >= 0)    not null,
    current_snapshot bigint check (current_snapshot >= 0) not null,
    payload          json                                 not null,
    primary key (aggregate_type, aggregate_id, last_sequence)
);
create table stock.totals (
    view_id text                        not null,
    version bigint check (version >= 0) not null,
    payload json                        not null,
    primary key (view_id)
);";

/// An account with one balance.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    pub balance: i64,
}

/// What happened to an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum AccountEvent {
    Credited(i64),
}

impl DomainEvent for AccountEvent {
    fn event_type(&self) -> String {
        "Credited".into()
    }

    fn event_version(&self) -> String {
        "1".into()
    }
}

impl Aggregate for Account {
    const TYPE: &'static str = "account";
    /// Amounts to be credited, each by an event of its own.
    type Command = Vec<i64>;
    type Event = AccountEvent;
    type Error = Infallible;
    type Services = ();

    async fn handle(&mut self, amounts: Vec<i64>, _services: &(), sink: &EventSink<Self>) -> Result<(), Infallible> {
        for amount in amounts {
            sink.write(AccountEvent::Credited(amount), self).await;
        }
        Ok(())
    }

    fn apply(&mut self, event: AccountEvent) {
        let AccountEvent::Credited(amount) = event;
        self.balance += amount;
    }
}

/// A view: what an account was credited in all.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Total(pub i64);

impl View<Account> for Total {
    fn update(&mut self, event: &EventEnvelope<Account>) {
        let AccountEvent::Credited(amount) = event.payload;
        self.0 += amount;
    }
}

/// Makes the stock tables beside ours; connections that see them under the names the crate uses.
pub async fn tables_beside(ledger: &Ledger) -> PgPool {
    let owner = ledger::testing::owner(ledger);
    let pool = PgPoolOptions::new()
        .connect_with(owner.options([("search_path", "stock")]))
        .await
        .expect("connections");
    pool.execute(TABLES).await.expect("tables");
    pool
}

/// The balance that the events alone make.
pub async fn balance_by_events(pool: &PgPool, account: &str) -> i64 {
    let repository = PostgresEventRepository::new(pool.clone());
    let store = PersistedEventStore::<_, Account>::new_event_store(repository);
    store.load_aggregate(account).await.expect("loaded").aggregate.balance
}
