-- Payments that came are written by functions of the owner alone. A payment is an order's because its comment names the
-- order, or because two people approved that; nothing else gives it to one.

-- The proposal behind an assignment; null when the comment named the order.
alter table incoming_payments add column proposal uuid;

-- Who proposed and who approved that a payment is an order's, in the proposal's own stream. A proposal of an older
-- version names the transaction alone.
create function approved_assignment(of_rail text, of_tx text, of_lt bigint, to_order text, by_proposal uuid)
returns table (maker text, approver text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select body->>'maker', a.payload->'Approved'->>'by'
      from events p
     cross join lateral (select p.payload->'Proposed' as body, p.payload->'Proposed'->'what' as what) b
      join events a on a.partition = p.partition and a.aggregate_type = p.aggregate_type
           and a.aggregate_id = p.aggregate_id and a.event_type = 'Approved' and a.sequence > p.sequence
     where p.aggregate_type = 'proposal' and p.aggregate_id = by_proposal::text and p.event_type = 'Proposed'
       and body->>'kind' = 'topup_assign' and what->>'tx' = of_tx and what->>'order_no' = to_order
       and (what->>'of' is null or what->'of'->>0 = of_rail and (what->'of'->>1)::bigint = of_lt)
       and a.payload->'Approved'->>'digest' = body->>'digest' and a.payload->'Approved'->>'by' <> body->>'maker'
$$;

-- Whether a comment names an order, and nothing but the order.
create function comment_names(comment text, order_no text) returns boolean
language sql immutable set search_path = pg_catalog, pg_temp as $$
    select order_no is not distinct from regexp_replace(comment, '^[^A-Za-z0-9]+|[^A-Za-z0-9]+$', '', 'g')
$$;

-- Assignments of before: the proposal that they came from.
update incoming_payments i
   set proposal = (select p.aggregate_id::uuid from events p
                    where p.event_type = 'Proposed' and p.aggregate_type = 'proposal'
                      and exists (select from approved_assignment(i.rail, i.tx, i.lt, i.order_no, p.aggregate_id::uuid))
                    limit 1)
 where i.order_no is not null and not comment_names(i.comment, i.order_no);

revoke insert, update on incoming_payments from ledger_app;

-- Keeps a payment, once; one that is known stays as it is.
create function keep_incoming_payment(
    by_rail text, of_tx text, at_lt bigint, from_sender text, of_amount bigint, with_comment text, of_order text,
    now_ms bigint)
returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if of_order is not null and not comment_names(with_comment, of_order) then
        raise exception 'a payment is the order''s that its comment names' using errcode = 'insufficient_privilege';
    end if;
    insert into incoming_payments (partition, rail, tx, lt, sender, amount, comment, order_no, seen_at_ms)
    values (0, by_rail, of_tx, at_lt, from_sender, of_amount, with_comment, of_order, now_ms)
    on conflict (partition, rail, tx, lt) do nothing;
end
$$;

-- Gives a payment of nobody to an order, as two people approved. False when it is somebody's already, or unknown.
create function assign_incoming_payment(of_rail text, of_tx text, of_lt bigint, to_order text, by_proposal uuid)
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
     where partition = 0 and rail = of_rail and tx = of_tx and lt = of_lt and order_no is null;
    return found;
end
$$;

-- Notes that an order's stream has the payment. False when it has not, or when that was noted before.
create function credit_incoming_payment(of_rail text, of_tx text, of_lt bigint, of_stream uuid, now_ms bigint)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    update incoming_payments i set credited_at_ms = now_ms
      from events e
     cross join lateral (select e.payload->'TopUpSucceeded' as body) b
     where i.partition = 0 and i.rail = of_rail and i.tx = of_tx and i.lt = of_lt and i.credited_at_ms is null
       and e.aggregate_type = 'topup' and e.aggregate_id = of_stream::text and e.event_type = 'TopUpSucceeded'
       and body->>'tx' = i.tx and body->>'lt' = i.lt::text and body->>'order_no' = i.order_no
       and (body->>'amount')::numeric * 1000000 = i.amount;
    return found;
end
$$;

revoke all on function approved_assignment, comment_names, keep_incoming_payment, assign_incoming_payment,
    credit_incoming_payment from public;
grant execute on function approved_assignment, comment_names, keep_incoming_payment, assign_incoming_payment,
    credit_incoming_payment to ledger_app;
