-- The balance of every account, folded in the transaction of its events.
-- House accounts (nil owner) carry the mirror sign. The floor of player accounts stands on
-- postings: an upsert's proposed row holds only the change and could not be checked here.
create table balances (
    partition integer not null,
    owner uuid not null,
    account text not null,
    asset text not null,
    balance bigint not null,
    position bigint not null,
    primary key (partition, owner, account)
);

grant select, insert, update on balances to ledger_app;
