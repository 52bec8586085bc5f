-- Transfers out of the house's wallets that no message of the house explains: somebody else has the key, or the database was
-- set back. Each is a line of the chain that the journal does not have (api §7.21). Nothing changes a row.
create table outgoing_transfers (
    partition integer not null check (partition = 0),
    rail text not null,
    tx text not null,
    lt bigint not null,
    wallet text not null,
    recipient text not null,
    amount bigint not null check (amount > 0),
    seen_at_ms bigint not null,
    primary key (partition, rail, tx, lt)
);
-- Serves the comparison of a period with the journal.
create index outgoing_transfers_by_time on outgoing_transfers (partition, seen_at_ms);

grant select, insert on outgoing_transfers to ledger_app;
