-- A payment that its comment gives to no order is in the books from the moment it is seen: on the suspense account. What
-- is given to an order afterwards is credited out of it, and custody is not booked a second time.

-- When the log had it; null for a payment whose comment named its order, and for one that nothing booked yet.
alter table incoming_payments add column in_suspense_at_ms bigint;
-- Serves the scanner: what nothing booked yet.
create index incoming_payments_not_in_the_books on incoming_payments (partition, rail)
    where credited_at_ms is null and in_suspense_at_ms is null;

-- Notes that a payment is on the suspense account. False when the log does not say so, or when that was noted before.
create function suspend_incoming_payment(of_rail text, of_tx text, of_lt bigint, now_ms bigint)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    -- The house's own streams are in the first log.
    update incoming_payments i set in_suspense_at_ms = now_ms
      from natural_keys k
      join events e on e.partition = k.partition and e.position = k.position
     where i.partition = 0 and i.rail = of_rail and i.tx = of_tx and i.lt = of_lt
       and i.in_suspense_at_ms is null and i.credited_at_ms is null
       and k.partition = 0 and k.key = 'suspense:' || of_rail || ':' || of_tx || ':' || of_lt
       and e.aggregate_type = 'treasury' and e.event_type = 'UnmatchedReceived'
       and (e.payload->'UnmatchedReceived'->>'amount')::numeric * 1000000 = i.amount;
    return found;
end
$$;

-- Notes that an order's stream has the payment, out of the account that it is on. False when it has not, or when that was
-- noted before.
create or replace function credit_incoming_payment(of_rail text, of_tx text, of_lt bigint, of_stream uuid, now_ms bigint)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    update incoming_payments i set credited_at_ms = now_ms
      from events e
     cross join lateral (select e.payload->'TopUpSucceeded' as body) b
     where i.partition = 0 and i.rail = of_rail and i.tx = of_tx and i.lt = of_lt and i.credited_at_ms is null
       and e.aggregate_type = 'topup' and e.aggregate_id = of_stream::text and e.event_type = 'TopUpSucceeded'
       and body->>'tx' = i.tx and body->>'lt' = i.lt::text and body->>'order_no' = i.order_no
       and (body->>'amount')::numeric * 1000000 = i.amount
       and coalesce((body->>'from_suspense')::boolean, false) = (i.in_suspense_at_ms is not null);
    return found;
end
$$;

-- Takes a payment of nobody for the reserve, as two people approved. False when it is somebody's, not on the suspense
-- account yet, or unknown; true as well when this proposal took it before.
create function fund_from_incoming_payment(of_rail text, of_tx text, of_lt bigint, by_proposal uuid)
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
       and body->>'kind' = 'reserve_fund' and what->>'amount' = i.amount::text
       and what->'payment'->>'rail' = of_rail and what->'payment'->>'tx' = of_tx
       and what->'payment'->>'lt' = of_lt::text
       and a.payload->'Approved'->>'digest' = body->>'digest' and a.payload->'Approved'->>'by' <> body->>'maker';
    if not found then
        raise exception 'no approved proposal funds the reserve with this payment'
            using errcode = 'insufficient_privilege';
    end if;
    update incoming_payments set assigned_by = people, proposal = by_proposal
     where partition = 0 and rail = of_rail and tx = of_tx and lt = of_lt and order_no is null
       and in_suspense_at_ms is not null and (proposal is null or proposal = by_proposal);
    return found;
end
$$;

-- Gives a payment of nobody to an order, as two people approved. False when it is somebody's already, the reserve's
-- included, or unknown.
create or replace function assign_incoming_payment(
    of_rail text, of_tx text, of_lt bigint, to_order text, by_proposal uuid)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    people text;
begin
    select maker || ' ' || approver into people
      from approved_assignment(of_rail, of_tx, of_lt, to_order, by_proposal);
    if not found then
        raise exception 'no approved proposal gives this payment to this order'
            using errcode = 'insufficient_privilege';
    end if;
    update incoming_payments set order_no = to_order, assigned_by = people, proposal = by_proposal
     where partition = 0 and rail = of_rail and tx = of_tx and lt = of_lt and order_no is null and proposal is null;
    return found;
end
$$;

revoke all on function suspend_incoming_payment, fund_from_incoming_payment from public;
grant execute on function suspend_incoming_payment, fund_from_incoming_payment to ledger_app;
