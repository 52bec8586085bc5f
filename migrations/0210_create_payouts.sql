-- Payouts: beside the withdrawals' streams a second, independent guard that no payment is made twice (rails §4).
-- The house's wallets belong to no player's log: partition 0, as all of the house.

-- The house's wallet on a rail, and the next number it issues. A number is never issued twice.
create table payout_wallets (
    partition integer not null check (partition = 0),
    rail text not null,
    wallet text not null,
    next_number bigint not null default 0 check (next_number >= 0),
    -- Why nothing is sent from it; null while it works.
    paused text,
    paused_at_ms bigint,
    primary key (partition, rail, wallet)
);

-- Who stopped or resumed a wallet, when and why: kept for ever.
create table payout_switches (
    partition integer not null check (partition = 0),
    rail text not null,
    wallet text not null,
    at_ms bigint not null,
    by text not null,
    -- Null when it is resumed.
    reason text,
    primary key (partition, rail, wallet, at_ms)
);

-- A number of the house's wallet for one message, bound to one withdrawal for ever.
create table payout_slots (
    partition integer not null check (partition = 0),
    rail text not null,
    wallet text not null,
    number bigint not null check (number >= 0),
    -- What the wallet's contract executes once; the number in its spelling.
    query_id bigint not null,
    withdrawal uuid not null,
    address text not null,
    comment text,
    amount bigint not null check (amount > 0),
    -- The chain's seconds that are signed, and from when on the contract refuses the message.
    created_at_s bigint not null,
    valid_until_ms bigint not null,
    reserved_at_ms bigint not null,
    -- paid, not_paid (proved), or void: nothing was ever signed.
    outcome text check (outcome in ('paid', 'not_paid', 'void')),
    closed_at_ms bigint,
    primary key (partition, rail, wallet, number),
    constraint a_query_is_bound_once unique (partition, rail, wallet, query_id),
    constraint a_message_names_its_withdrawal unique (partition, rail, wallet, number, withdrawal)
);
-- A second slot only once the first is proved not to have paid.
create unique index a_withdrawal_has_one_slot_that_may_pay on payout_slots (partition, withdrawal)
    where outcome is null or outcome = 'paid';
-- Serves whoever observes the chain.
create index payout_slots_under_way on payout_slots (partition, rail, wallet, number) where outcome is null;
-- Serves the staff page that shows what was signed for a withdrawal, ended slots included.
create index slots_of_a_withdrawal on payout_slots (withdrawal);

-- What was signed, committed before it is sent for the first time. Sent again it is these bytes.
create table payout_messages (
    partition integer not null check (partition = 0),
    rail text not null,
    wallet text not null,
    number bigint not null,
    withdrawal uuid not null,
    hash bytea not null,
    body bytea not null,
    signed_at_ms bigint not null,
    primary key (partition, rail, wallet, number),
    constraint a_message_is_signed_once unique (partition, hash),
    constraint a_message_has_its_slot foreign key (partition, rail, wallet, number, withdrawal)
        references payout_slots (partition, rail, wallet, number, withdrawal)
);

-- On an EVM chain a message never expires and may offer too little. What is signed later for the same slot excludes
-- the first message, because the chain executes a number once: with a higher fee, or to use up the number.
-- The first message stays in its table.
create table payout_replacements (
    partition integer not null check (partition = 0),
    rail text not null,
    wallet text not null,
    number bigint not null,
    -- Counted up within a slot; the first message, if there is one, is 0.
    attempt integer not null check (attempt > 0),
    withdrawal uuid not null,
    -- pay: the same payment. cancel: the number is used up, so that nothing is paid with it.
    purpose text not null check (purpose in ('pay', 'cancel')),
    hash bytea not null,
    body bytea not null,
    signed_at_ms bigint not null,
    primary key (partition, rail, wallet, number, attempt),
    constraint a_replacement_is_signed_once unique (partition, hash),
    constraint a_replacement_has_its_slot foreign key (partition, rail, wallet, number, withdrawal)
        references payout_slots (partition, rail, wallet, number, withdrawal)
);

grant select, insert on payout_wallets, payout_switches, payout_slots to ledger_app;
grant select, insert on payout_messages, payout_replacements to ledger_app;
grant update (next_number, paused, paused_at_ms) on payout_wallets to ledger_app;
grant update (outcome, closed_at_ms) on payout_slots to ledger_app;
