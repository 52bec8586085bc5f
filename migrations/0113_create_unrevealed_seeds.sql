-- View `unrevealed_seeds`: players whose seed in use has drawn and is not revealed, by the end of its last dive.
create table unrevealed_seeds (
    partition integer not null,
    player uuid not null,
    last_dive_at_ms bigint not null,
    primary key (partition, player)
);

-- Serves the scheduled job that reveals seeds, and the alert of one that stays sealed.
create index unrevealed_seeds_by_time on unrevealed_seeds (last_dive_at_ms);

grant select, insert, update, delete on unrevealed_seeds to ledger_app;
