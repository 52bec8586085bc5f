-- The balance of every account, folded in the transaction of its events.
-- House accounts (nil owner) carry the opposite sign. The floor of player accounts is a constraint of postings:
-- the proposed row of an upsert contains only the change and could not be checked here.
create table balances (
    partition integer not null,
    owner uuid not null,
    account text collate "C" not null,
    asset text not null,
    balance bigint not null,
    position bigint not null,
    primary key (partition, owner, account)
);

grant select, insert, update on balances to ledger_app;
