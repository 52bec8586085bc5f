-- On an EVM chain a message never expires and may offer too little. What is signed later for the same slot
-- excludes the first message, because the chain executes a number once: with a higher fee, or to take the number.
-- The first message stays where it was.

create table payout_replacements (
    partition integer not null check (partition = 0),
    rail text not null,
    wallet text not null,
    number bigint not null,
    -- Counted up within a slot; the first message, if there is one, is 0.
    attempt integer not null check (attempt > 0),
    withdrawal uuid not null,
    -- pay: the same payment. cancel: the number is taken, so that nothing is paid with it.
    purpose text not null check (purpose in ('pay', 'cancel')),
    hash bytea not null,
    body bytea not null,
    signed_at_ms bigint not null,
    primary key (partition, rail, wallet, number, attempt),
    constraint a_replacement_is_signed_once unique (partition, hash),
    constraint a_replacement_has_its_slot foreign key (partition, rail, wallet, number, withdrawal)
        references payout_slots (partition, rail, wallet, number, withdrawal)
);

-- As before, and what was signed later counts as signed.
create or replace function a_slot_ends_once() returns trigger
language plpgsql as $$
begin
    if old.outcome is not null
        or (to_jsonb(new) - 'outcome' - 'closed_at_ms') <> (to_jsonb(old) - 'outcome' - 'closed_at_ms') then
        raise exception 'a payout slot ends once and never changes' using errcode = 'insufficient_privilege';
    end if;
    if new.outcome = 'void' and (exists (
        select from payout_messages m
         where m.partition = old.partition and m.rail = old.rail and m.wallet = old.wallet and m.number = old.number
    ) or exists (
        select from payout_replacements m
         where m.partition = old.partition and m.rail = old.rail and m.wallet = old.wallet and m.number = old.number
    )) then
        raise exception 'a payout slot with a signed message is not void' using errcode = 'insufficient_privilege';
    end if;
    return new;
end
$$;
create trigger facts_never_change before update or delete on payout_replacements
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on payout_replacements
    for each statement execute function facts_never_change();

grant select, insert on payout_replacements to ledger_app;
