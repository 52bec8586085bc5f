-- Server seeds, encrypted under the master key. A seed is in the log only after it was revealed.
create table seeds (
    partition integer not null,
    player uuid not null,
    commit text not null,
    sealed bytea not null,
    primary key (partition, player, commit)
);

grant select, insert on seeds to ledger_app;
