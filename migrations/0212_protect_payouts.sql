-- Wallets, switches, slots and signed messages of payouts are written by functions of the owner alone, each of which
-- checks what it is asked for. The service calls them; it changes no row by itself.

revoke insert, update on payout_wallets, payout_switches, payout_slots, payout_messages, payout_replacements
    from ledger_app;

-- Makes a wallet known, once. It begins with number 0 and works.
create function add_payout_wallet(of_rail text, of_wallet text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    insert into payout_wallets (partition, rail, wallet) values (0, of_rail, of_wallet) on conflict do nothing
$$;

-- The number of a new slot: always the next. The row's lock orders whoever reserves; a rollback gives the number back.
create function take_payout_number(of_rail text, of_wallet text) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    update payout_wallets set next_number = next_number + 1
     where partition = 0 and rail = of_rail and wallet = of_wallet
    returning next_number - 1
$$;

-- Stops wallets (all of them without a rail), or lets them go on without a reason. Answers how many that changed. Who
-- did it and why is kept with the change; a first reason stays.
create function switch_payout_wallets(of_rail text, of_wallet text, by_whom text, why text, now_ms bigint)
returns bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    changes bigint;
begin
    if coalesce(btrim(by_whom), '') = '' or btrim(why) = '' then
        raise exception 'a wallet is switched by somebody, and stopped for a reason'
            using errcode = 'insufficient_privilege';
    end if;
    with changed as (
        update payout_wallets
           set paused = why, paused_at_ms = case when why is null then null else now_ms end
         where partition = 0 and (of_rail is null or (rail, wallet) = (of_rail, of_wallet))
           and (paused is null) <> (why is null)
        returning rail, wallet)
    insert into payout_switches (partition, rail, wallet, at_ms, by, reason)
    select 0, rail, wallet, now_ms, by_whom, why from changed;
    get diagnostics changes = row_count;
    return changes;
end
$$;

-- Binds the number that was taken last to a withdrawal, on the terms that its stream was approved with. False while
-- another slot may pay it.
create function reserve_payout_slot(
    of_rail text, of_wallet text, of_number bigint, of_query_id bigint, of_withdrawal uuid, to_address text,
    with_comment text, of_amount bigint, created_s bigint, until_ms bigint, now_ms bigint)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if not exists (select from payout_wallets
                    where partition = 0 and rail = of_rail and wallet = of_wallet and next_number = of_number + 1) then
        raise exception 'a slot has the number that its wallet gave last' using errcode = 'insufficient_privilege';
    end if;
    if not exists (
        select from events r
          join events a on a.partition = r.partition and a.aggregate_type = r.aggregate_type
               and a.aggregate_id = r.aggregate_id and a.event_type = 'Approved' and a.sequence > r.sequence
         cross join lateral (select r.payload->'Requested'->'request'->'terms' as terms) t
         where r.aggregate_type = 'withdrawal' and r.aggregate_id = of_withdrawal::text and r.event_type = 'Requested'
           and terms->>'address' = to_address and terms->>'comment' is not distinct from with_comment
           and ((terms->>'amount')::numeric - (terms->>'fee')::numeric) * 1000000 = of_amount
           and not exists (select from events o
                            where o.partition = a.partition and o.aggregate_type = a.aggregate_type
                              and o.aggregate_id = a.aggregate_id and o.sequence > a.sequence
                              and o.event_type in ('RiskFlagged', 'Rejected', 'Failed', 'Confirmed'))) then
        raise exception 'a slot is for a withdrawal that is approved on these terms'
            using errcode = 'insufficient_privilege';
    end if;
    insert into payout_slots (partition, rail, wallet, number, query_id, withdrawal, address, comment, amount,
                              created_at_s, valid_until_ms, reserved_at_ms)
    values (0, of_rail, of_wallet, of_number, of_query_id, of_withdrawal, to_address, with_comment, of_amount,
            created_s, until_ms, now_ms)
    on conflict (partition, withdrawal) where outcome is null or outcome = 'paid' do nothing;
    return found;
end
$$;

-- Keeps what was signed for an open slot: the first signer of an attempt is kept, a second one finds those bytes.
-- Attempt 0 is the slot's first message, which pays.
create function keep_payout_message(
    of_rail text, of_wallet text, of_number bigint, of_withdrawal uuid, with_hash bytea, with_body bytea, now_ms bigint,
    of_attempt integer, for_purpose text)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    -- The lock orders it with the end of the slot.
    perform from payout_slots
      where partition = 0 and rail = of_rail and wallet = of_wallet and number = of_number
        and withdrawal = of_withdrawal and outcome is null
        for update;
    if not found then
        return;
    end if;
    if of_attempt = 0 and for_purpose = 'pay' then
        insert into payout_messages (partition, rail, wallet, number, withdrawal, hash, body, signed_at_ms)
        values (0, of_rail, of_wallet, of_number, of_withdrawal, with_hash, with_body, now_ms)
        on conflict (partition, rail, wallet, number) do nothing;
    else
        insert into payout_replacements (partition, rail, wallet, number, withdrawal, hash, body, signed_at_ms, attempt,
                                         purpose)
        values (0, of_rail, of_wallet, of_number, of_withdrawal, with_hash, with_body, now_ms, of_attempt, for_purpose)
        on conflict (partition, rail, wallet, number, attempt) do nothing;
    end if;
end
$$;

-- Writes how a slot ended; the first outcome stays. Paid is what was signed. Without a message nothing is unpaid before
-- its time is over. What the withdrawal's stream confirmed was paid.
create function end_payout_slot(of_rail text, of_wallet text, of_query_id bigint, as_outcome text, now_ms bigint)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    slot payout_slots;
    is_signed boolean;
begin
    select * into slot from payout_slots
     where partition = 0 and rail = of_rail and wallet = of_wallet and query_id = of_query_id and outcome is null
       for update;
    if not found then
        return false;
    end if;
    is_signed := exists (select from payout_messages m
                          where m.partition = 0 and m.rail = slot.rail and m.wallet = slot.wallet
                            and m.number = slot.number)
              or exists (select from payout_replacements m
                          where m.partition = 0 and m.rail = slot.rail and m.wallet = slot.wallet
                            and m.number = slot.number);
    if as_outcome = 'paid' and not is_signed
        or as_outcome = 'not_paid' and not is_signed and now_ms < slot.valid_until_ms
        or as_outcome <> 'paid' and exists (
            select from events
             where aggregate_type = 'withdrawal' and aggregate_id = slot.withdrawal::text
               and event_type = 'Confirmed'
               and payload->'Confirmed'->'receipt'->'slot'->>'query_id' = slot.query_id::text) then
        raise exception 'a payout slot does not end as % here', as_outcome using errcode = 'insufficient_privilege';
    end if;
    update payout_slots set outcome = as_outcome, closed_at_ms = now_ms
     where partition = 0 and rail = slot.rail and wallet = slot.wallet and number = slot.number;
    return true;
end
$$;

revoke all on function add_payout_wallet, take_payout_number, switch_payout_wallets, reserve_payout_slot,
    keep_payout_message, end_payout_slot from public;
grant execute on function add_payout_wallet, take_payout_number, switch_payout_wallets, reserve_payout_slot,
    keep_payout_message, end_payout_slot to ledger_app;
