-- Facts are insert-only by grant (in the file of each table) and, for whoever has more rights, by trigger.
-- On a distributed PostgreSQL that refuses triggers this file is left out: the grants stay.
create function facts_never_change() returns trigger
language plpgsql as $$
begin
    raise exception 'facts are append-only: % on % is refused', tg_op, tg_table_name
        using errcode = 'insufficient_privilege';
end
$$;

create trigger facts_never_change before update or delete on events
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on events
    for each statement execute function facts_never_change();

create trigger facts_never_change before update or delete on postings
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on postings
    for each statement execute function facts_never_change();

create trigger facts_never_change before update or delete on requests
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on requests
    for each statement execute function facts_never_change();

create trigger facts_never_change before update or delete on natural_keys
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on natural_keys
    for each statement execute function facts_never_change();

create trigger facts_never_change before update or delete on vault_erasures
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on vault_erasures
    for each statement execute function facts_never_change();

create trigger facts_never_change before update or delete on checkpoints
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on checkpoints
    for each statement execute function facts_never_change();

create trigger facts_never_change before update or delete on log_checkpoints
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on log_checkpoints
    for each statement execute function facts_never_change();

create trigger facts_never_change before update or delete on payout_switches
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on payout_switches
    for each statement execute function facts_never_change();

create trigger facts_never_change before update or delete on payout_messages
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on payout_messages
    for each statement execute function facts_never_change();

create trigger facts_never_change before update or delete on payout_replacements
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on payout_replacements
    for each statement execute function facts_never_change();

-- Of a payout slot only the outcome is written later. It is final, and nothing else of a slot changes. A slot is void
-- only when nothing was signed, first message or replacement.
create function a_slot_ends_once() returns trigger
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
create trigger a_slot_ends_once before update on payout_slots
    for each row execute function a_slot_ends_once();
create trigger facts_never_change before delete on payout_slots
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on payout_slots
    for each statement execute function facts_never_change();
