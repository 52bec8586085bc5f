//! Double entry in SQL: what a ledger made of tables and one stored function does for the same credit.
//!
//! The schema is our own and small: accounts with a balance and a version, transfers with an idempotency key, two
//! entries a transfer with the balance after each. The function locks both account rows in the order of their ids, as
//! every such ledger must. One call is one transaction, one connection a client. In its favour: it keeps no event, no
//! hash, no answer and no view, and each client's house account is its own, so that no two clients wait for one row.

use super::figures::Run;
use super::limit::CONNECTIONS_MAX;
use super::load::{Client, Kept, Timing};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Executor, PgConnection};
use uuid::Uuid;

/// Players' accounts that a client credits in turn.
const ACCOUNTS: i64 = 16;

const TABLES: &str = "
create table accounts (
    id bigint primary key,
    name text not null,
    asset text not null,
    balance bigint not null,
    version bigint not null,
    may_be_negative boolean not null,
    check (may_be_negative or balance >= 0)
);
create table transfers (
    id uuid primary key,
    from_account bigint not null references accounts,
    to_account bigint not null references accounts,
    amount bigint not null check (amount > 0),
    recorded_at timestamptz not null default now()
);
create table entries (
    transfer uuid not null references transfers,
    account bigint not null references accounts,
    amount bigint not null,
    balance_after bigint not null,
    version bigint not null,
    primary key (account, version)
);
create function transfer(id uuid, from_account bigint, to_account bigint, amount bigint) returns uuid
language plpgsql as $$
declare
    side record;
begin
    insert into transfers (id, from_account, to_account, amount) values (id, from_account, to_account, amount);
    perform a.id from accounts a where a.id in (from_account, to_account) order by a.id for update;
    for side in
        update accounts a
           set balance = balance + case when a.id = to_account then transfer.amount else -transfer.amount end,
               version = version + 1
         where a.id in (from_account, to_account)
     returning a.id, a.balance, a.version
    loop
        insert into entries (transfer, account, amount, balance_after, version)
        values (transfer.id, side.id,
                case when side.id = to_account then transfer.amount else -transfer.amount end, side.balance, side.version);
    end loop;
    return id;
end
$$;";

/// The tables on a database of their own, and clients that call the function.
pub struct DoubleEntry {
    database: PgConnectOptions,
    clients: Kept<Payer>,
}

impl DoubleEntry {
    /// Makes the tables.
    ///
    /// # Errors
    /// A database that cannot be used.
    pub async fn found(database: PgConnectOptions) -> anyhow::Result<DoubleEntry> {
        let mut connection = PgConnection::connect_with(&database).await?;
        connection.execute(TABLES).await?;
        connection.close().await?;
        Ok(DoubleEntry {
            database,
            clients: Kept::default(),
        })
    }

    /// One run of credits by `clients` clients.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn credit_run(&self, clients: usize, timing: Timing) -> anyhow::Result<Run> {
        let connect = |number| Payer::connect(&self.database, number);
        self.clients.run(clients.min(CONNECTIONS_MAX), timing, connect).await
    }

    /// Closes the connections.
    ///
    /// # Errors
    /// When one does not close.
    pub async fn close(self) -> anyhow::Result<()> {
        for client in self.clients.into_inner() {
            client.connection.close().await?;
        }
        Ok(())
    }
}

/// A client: a house account that pays, and players' accounts.
struct Payer {
    connection: PgConnection,
    house: i64,
    turn: i64,
}

impl Payer {
    async fn connect(database: &PgConnectOptions, number: i64) -> anyhow::Result<Payer> {
        let mut connection = PgConnection::connect_with(database).await?;
        let house = number * (ACCOUNTS + 1);
        sqlx::query(
            "insert into accounts
             select id, 'account ' || id, 'COIN', 0, 0, id = $1 from generate_series($1, $1 + $2) as id",
        )
        .bind(house)
        .bind(ACCOUNTS)
        .execute(&mut connection)
        .await?;
        Ok(Payer {
            connection,
            house,
            turn: 0,
        })
    }
}

impl Client for Payer {
    async fn step(&mut self) -> anyhow::Result<u64> {
        self.turn += 1;
        sqlx::query("select transfer($1, $2, $3, $4)")
            .bind(Uuid::now_v7())
            .bind(self.house)
            .bind(self.house + 1 + self.turn % ACCOUNTS)
            .bind(10_i64)
            .execute(&mut self.connection)
            .await?;
        Ok(1)
    }
}
