-- View `week_catches`: one row for each species that a player has caught in a week of UTC, from its first catch there.
create table week_catches (
    partition integer not null,
    -- The week's Monday in days since 1970, UTC.
    week integer not null,
    player uuid not null,
    species text not null,
    at_ms bigint not null,
    primary key (partition, week, player, species)
);

-- Serves the board of a week, over all logs, without its rows.
create index catches_of_a_week on week_catches (week, player) include (at_ms);

grant select, insert on week_catches to ledger_app;

-- View `week_places`: who stands on the final board of a week of species, in its order.
create table week_places (
    partition integer not null,
    -- The stream of the board.
    board uuid not null,
    player uuid not null,
    -- As it was closed, from 1: those below one that was removed have moved up.
    place integer not null,
    closed_at_ms bigint not null,
    removed boolean not null,
    primary key (partition, board, player)
);

-- Serves a player's places, which lie in the logs of the boards.
create index places_of_a_player on week_places (player) where not removed;
-- Serves how many of those above were removed.
create index removed_places on week_places (board, place) where removed;

grant select, insert, update on week_places to ledger_app;
