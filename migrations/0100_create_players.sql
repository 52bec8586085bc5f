-- View `players`: who invited whom, and whose invite became valid. One row a player.
create table players (
    partition integer not null,
    player uuid not null,
    tg_id bigint not null,
    scode text not null,
    inviter uuid,
    upline uuid,
    registered_at_ms bigint not null,
    qualified_at_ms bigint,
    primary key (partition, player)
);

-- Serves the friends of an inviter.
create index friends_of_an_inviter on players (inviter) where inviter is not null;
-- Serves the friends of friends.
create index friends_of_friends on players (upline) where upline is not null;

grant select, insert, update on players to ledger_app;
