-- View `revealed_seeds`: only seeds that were retired. A seed in use has no row here.
create table revealed_seeds (
    partition integer not null,
    player uuid not null,
    commit text not null,
    server_seed text not null,
    primary key (partition, player, commit)
);

grant select, insert on revealed_seeds to ledger_app;
