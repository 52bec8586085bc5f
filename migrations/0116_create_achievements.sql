-- View `achievements`: what a player reached with one event, and when first. What takes several species is counted in
-- `catches`.
create table achievements (
    partition integer not null,
    player uuid not null,
    achievement text not null,
    reached_at_ms bigint not null,
    primary key (partition, player, achievement)
);

grant select, insert on achievements to ledger_app;
