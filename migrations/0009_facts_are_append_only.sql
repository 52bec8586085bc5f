-- Facts are insert-only by grant (above) and, for whoever holds more rights, by trigger.
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
