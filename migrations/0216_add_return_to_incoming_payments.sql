-- A payment that is nobody's goes back to its sender, as two people approved: over a slot like any payout, once.

-- The stream of the payout that takes it back; null while nothing does.
alter table incoming_payments add column return_withdrawal uuid;
-- When the log had that the sender has it; null before.
alter table incoming_payments add column returned_at_ms bigint;
-- Serves the payout worker: what is on its way back.
create index incoming_payments_going_back on incoming_payments (partition, rail)
    where return_withdrawal is not null and returned_at_ms is null;

-- Takes a payment of nobody for its way back, as two people approved. False when it is somebody's, not on the suspense
-- account yet, or unknown; true as well when this proposal took it before.
create function return_incoming_payment(
    of_rail text, of_tx text, of_lt bigint, by_proposal uuid, with_withdrawal uuid)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    people text;
begin
    select body->>'maker' || ' ' || (a.payload->'Approved'->>'by') into people
      from events p
     cross join lateral (select p.payload->'Proposed' as body, p.payload->'Proposed'->'what' as what) b
      join events a on a.partition = p.partition and a.aggregate_type = p.aggregate_type
           and a.aggregate_id = p.aggregate_id and a.event_type = 'Approved' and a.sequence > p.sequence
      join incoming_payments i on i.partition = 0 and i.rail = of_rail and i.tx = of_tx and i.lt = of_lt
     where p.aggregate_type = 'proposal' and p.aggregate_id = by_proposal::text and p.event_type = 'Proposed'
       and body->>'kind' = 'payment_return' and what->>'amount' = i.amount::text
       and what->'payment'->>'rail' = of_rail and what->'payment'->>'tx' = of_tx
       and what->'payment'->>'lt' = of_lt::text
       and a.payload->'Approved'->>'digest' = body->>'digest' and a.payload->'Approved'->>'by' <> body->>'maker';
    if not found then
        raise exception 'no approved proposal returns this payment' using errcode = 'insufficient_privilege';
    end if;
    update incoming_payments set assigned_by = people, proposal = by_proposal, return_withdrawal = with_withdrawal
     where partition = 0 and rail = of_rail and tx = of_tx and lt = of_lt and order_no is null
       and in_suspense_at_ms is not null
       and (proposal is null or proposal = by_proposal and return_withdrawal = with_withdrawal);
    return found;
end
$$;

-- Notes that a payment is with its sender again. False when the log does not say so, or when that was noted before.
create function note_returned_payment(of_rail text, of_tx text, of_lt bigint, now_ms bigint)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    update incoming_payments i set returned_at_ms = now_ms
      from natural_keys k
      join events e on e.partition = k.partition and e.position = k.position
     where i.partition = 0 and i.rail = of_rail and i.tx = of_tx and i.lt = of_lt and i.returned_at_ms is null
       and k.partition = 0 and k.key = 'suspense_out:' || of_rail || ':' || of_tx || ':' || of_lt
       and e.aggregate_type = 'treasury' and e.event_type = 'PaymentReturned'
       and e.payload->'PaymentReturned'->>'withdrawal' = i.return_withdrawal::text;
    return found;
end
$$;

-- Gives a payment free whose way back failed for good: it is nobody's again. False when it did not fail.
create function free_returning_payment(of_rail text, of_tx text, of_lt bigint)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    update incoming_payments i set proposal = null, assigned_by = null, return_withdrawal = null
     where i.partition = 0 and i.rail = of_rail and i.tx = of_tx and i.lt = of_lt and i.returned_at_ms is null
       and exists (select from events
                    where aggregate_type = 'withdrawal' and aggregate_id = i.return_withdrawal::text
                      and event_type = 'Failed')
       and not exists (select from events
                        where aggregate_type = 'withdrawal' and aggregate_id = i.return_withdrawal::text
                          and event_type = 'Confirmed');
    return found;
end
$$;

-- Binds the number that was taken last to a withdrawal, or to a payment's way back, on the terms that its stream was
-- approved with. False while another slot may pay it.
create or replace function reserve_payout_slot(
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
         cross join lateral (select coalesce(r.payload->'ReturnOpened'->'terms',
                                             r.payload->'Requested'->'request'->'terms') as terms) t
         where r.aggregate_type = 'withdrawal' and r.aggregate_id = of_withdrawal::text
           and r.event_type in ('Requested', 'ReturnOpened')
           and terms->>'address' = to_address and terms->>'comment' is not distinct from with_comment
           and ((terms->>'amount')::numeric - (terms->>'fee')::numeric) * 1000000 = of_amount
           and not exists (select from events o
                            where o.partition = a.partition and o.aggregate_type = a.aggregate_type
                              and o.aggregate_id = a.aggregate_id and o.sequence > a.sequence
                              and o.event_type in ('RiskFlagged', 'Rejected', 'Failed', 'Confirmed'))
           and (r.event_type = 'Requested'
                or exists (select from incoming_payments i
                            where i.partition = 0 and i.return_withdrawal = of_withdrawal and i.amount = of_amount))) then
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

revoke all on function return_incoming_payment, note_returned_payment, free_returning_payment from public;
grant execute on function return_incoming_payment, note_returned_payment, free_returning_payment to ledger_app;
