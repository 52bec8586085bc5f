-- Payouts: beside the withdrawals' streams a second, independent guard that no payment is made twice (rails §4).
-- The house's wallets belong to nobody's log: partition 0, as all of the house.

-- The house's wallet on a rail, and the next number it gives out. Numbers are never given out again.
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

-- Who stopped a wallet or let it go on, when and why: kept for ever.
create table payout_switches (
    partition integer not null check (partition = 0),
    rail text not null,
    wallet text not null,
    at_ms bigint not null,
    by text not null,
    -- Null when it goes on.
    reason text,
    primary key (partition, rail, wallet, at_ms)
);

-- A place for one message in the house's wallet, bound to one withdrawal for ever.
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

-- An outcome is final, and nothing else of a slot changes. A slot is void only when nothing was signed.
create function a_slot_ends_once() returns trigger
language plpgsql as $$
begin
    if old.outcome is not null
        or (to_jsonb(new) - 'outcome' - 'closed_at_ms') <> (to_jsonb(old) - 'outcome' - 'closed_at_ms') then
        raise exception 'a payout slot ends once and never changes' using errcode = 'insufficient_privilege';
    end if;
    if new.outcome = 'void' and exists (
        select from payout_messages m
         where m.partition = old.partition and m.rail = old.rail and m.wallet = old.wallet and m.number = old.number
    ) then
        raise exception 'a payout slot with a signed message is not void' using errcode = 'insufficient_privilege';
    end if;
    return new;
end
$$;
create trigger a_slot_ends_once before update on payout_slots
    for each row execute function a_slot_ends_once();
create trigger facts_never_change before delete on payout_slots
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on payout_slots
    for each statement execute function facts_never_change();
create trigger facts_never_change before update or delete on payout_switches
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on payout_switches
    for each statement execute function facts_never_change();
create trigger facts_never_change before update or delete on payout_messages
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on payout_messages
    for each statement execute function facts_never_change();

grant select, insert on payout_wallets, payout_switches, payout_slots, payout_messages to ledger_app;
grant update (next_number, paused, paused_at_ms) on payout_wallets to ledger_app;
grant update (outcome, closed_at_ms) on payout_slots to ledger_app;
