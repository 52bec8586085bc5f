-- The notary's Merkle tree over the log of a partition (RFC 6962): how many events it holds, which is the notary's
-- cursor, and its root (ledger §4.5). Derived from the events, so it may be made anew.
create table log_trees (
    partition integer primary key,
    size bigint not null default 0,
    root bytea not null,
    constraint a_tree_never_shrinks_below_nothing check (size >= 0),
    constraint a_root_is_a_sha256 check (octet_length(root) = 32)
);

-- Its hashes in tiles of 256 (C2SP tlog-tiles): tile `number` of level L holds the roots of the subtrees of 256^L
-- events from number * 256 on, 32 bytes each. Only a tile at the right edge holds less than 256 and grows.
create table log_tiles (
    partition integer not null,
    level smallint not null,
    number bigint not null,
    hashes bytea not null,
    primary key (partition, level, number),
    constraint a_tile_holds_1_to_256_hashes check (
        octet_length(hashes) between 32 and 8192 and octet_length(hashes) % 32 = 0
    )
);

-- Hashes do not compress; trying costs time.
alter table log_tiles alter column hashes set storage external;

grant select, insert, update on log_trees, log_tiles to ledger_app;

-- What the notary signed over all partitions: a note with the size and root of every log (ledger §4.5). It is a fact
-- of the house, so it is in partition 0. The key that verifies it is in the same row.
create table checkpoints (
    partition integer not null,
    number bigint not null,
    note text not null,
    vkey text not null,
    constraint a_checkpoint_is_signed_once primary key (partition, number),
    constraint a_checkpoint_lies_with_the_house check (partition = 0),
    constraint checkpoints_count_from_one check (number >= 1)
);

-- The same for a single log, in the form that tools of transparency logs read (C2SP tlog-checkpoint).
create table log_checkpoints (
    partition integer not null,
    size bigint not null,
    note text not null,
    constraint a_size_of_a_log_is_signed_once primary key (partition, size)
);

grant select, insert on checkpoints, log_checkpoints to ledger_app;
