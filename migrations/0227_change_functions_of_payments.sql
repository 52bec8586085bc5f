-- Functions of payments and payouts ask the log first and change their own table then, in two statements: on servers that
-- share the logs (`ledger §4.14`) the tables of rails lie with the house and the events do not, and a statement over
-- both is refused or fetches what it need not. What they allow is what they allowed. Where what they read of the payment
-- may change meanwhile, the change asks for it again.

-- Who proposed and who approved that a payment is an order's, in the proposal's own stream. A proposal of an older
-- version names the transaction alone.
create or replace function approved_assignment(of_rail text, of_tx text, of_lt bigint, to_order text, by_proposal uuid)
returns table (maker text, approver text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    return query
    select p.payload->'Proposed'->>'maker', a.payload->'Approved'->>'by'
      from events p
      join events a on a.partition = p.partition and a.aggregate_type = p.aggregate_type
           and a.aggregate_id = p.aggregate_id and a.event_type = 'Approved' and a.sequence > p.sequence
     where p.aggregate_type = 'proposal' and p.aggregate_id = by_proposal::text and p.event_type = 'Proposed'
       and p.payload->'Proposed'->>'kind' = 'topup_assign' and p.payload->'Proposed'->'what'->>'tx' = of_tx
       and p.payload->'Proposed'->'what'->>'order_no' = to_order
       and (p.payload->'Proposed'->'what'->>'of' is null
            or p.payload->'Proposed'->'what'->'of'->>0 = of_rail
               and (p.payload->'Proposed'->'what'->'of'->>1)::bigint = of_lt)
       and a.payload->'Approved'->>'digest' = p.payload->'Proposed'->>'digest'
       and a.payload->'Approved'->>'by' <> p.payload->'Proposed'->>'maker';
end
$$;

-- Who proposed and who approved what is done with a payment of nobody, of a kind of proposal.
create function approved_of_payment(
    of_kind text, of_rail text, of_tx text, of_lt bigint, of_amount bigint, by_proposal uuid)
returns text
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    people text;
begin
    select p.payload->'Proposed'->>'maker' || ' ' || (a.payload->'Approved'->>'by') into people
      from events p
      join events a on a.partition = p.partition and a.aggregate_type = p.aggregate_type
           and a.aggregate_id = p.aggregate_id and a.event_type = 'Approved' and a.sequence > p.sequence
     where p.aggregate_type = 'proposal' and p.aggregate_id = by_proposal::text and p.event_type = 'Proposed'
       and p.payload->'Proposed'->>'kind' = of_kind
       and p.payload->'Proposed'->'what'->>'amount' = of_amount::text
       and p.payload->'Proposed'->'what'->'payment'->>'rail' = of_rail
       and p.payload->'Proposed'->'what'->'payment'->>'tx' = of_tx
       and p.payload->'Proposed'->'what'->'payment'->>'lt' = of_lt::text
       and a.payload->'Approved'->>'digest' = p.payload->'Proposed'->>'digest'
       and a.payload->'Approved'->>'by' <> p.payload->'Proposed'->>'maker';
    return people;
end
$$;
revoke all on function approved_of_payment from public;

-- Notes that a payment is on the suspense account. False when the log does not say so, or when that was noted before.
create or replace function suspend_incoming_payment(of_rail text, of_tx text, of_lt bigint, now_ms bigint)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    received numeric;
begin
    -- The house's own streams are in the first log.
    select (e.payload->'UnmatchedReceived'->>'amount')::numeric into received
      from natural_keys k
      join events e on e.partition = k.partition and e.position = k.position
     where k.partition = 0 and k.key = 'suspense:' || of_rail || ':' || of_tx || ':' || of_lt
       and e.partition = 0 and e.aggregate_type = 'treasury' and e.event_type = 'UnmatchedReceived';
    update incoming_payments i set in_suspense_at_ms = now_ms
     where i.partition = 0 and i.rail = of_rail and i.tx = of_tx and i.lt = of_lt
       and i.in_suspense_at_ms is null and i.credited_at_ms is null and received * 1000000 = i.amount;
    return found;
end
$$;

-- Notes that an order's stream has the payment, out of the account that it is on. False when it has not, or when that was
-- noted before.
create or replace function credit_incoming_payment(of_rail text, of_tx text, of_lt bigint, of_stream uuid, now_ms bigint)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    payment incoming_payments;
begin
    select i.* into payment from incoming_payments i
     where i.partition = 0 and i.rail = of_rail and i.tx = of_tx and i.lt = of_lt and i.credited_at_ms is null;
    if not found or not exists (
        select from events e
         where e.aggregate_type = 'topup' and e.aggregate_id = of_stream::text and e.event_type = 'TopUpSucceeded'
           and e.payload->'TopUpSucceeded'->>'tx' = of_tx and e.payload->'TopUpSucceeded'->>'lt' = of_lt::text
           and e.payload->'TopUpSucceeded'->>'order_no' = payment.order_no
           and (e.payload->'TopUpSucceeded'->>'amount')::numeric * 1000000 = payment.amount
           and coalesce((e.payload->'TopUpSucceeded'->>'from_suspense')::boolean, false)
               = (payment.in_suspense_at_ms is not null)) then
        return false;
    end if;
    update incoming_payments i set credited_at_ms = now_ms
     where i.partition = 0 and i.rail = of_rail and i.tx = of_tx and i.lt = of_lt and i.credited_at_ms is null
       and i.order_no = payment.order_no and i.amount = payment.amount
       and (i.in_suspense_at_ms is null) = (payment.in_suspense_at_ms is null);
    return found;
end
$$;

-- Takes a payment of nobody for the reserve, as two people approved. False when it is somebody's, not on the suspense
-- account yet, or unknown; true as well when this proposal took it before.
create or replace function fund_from_incoming_payment(of_rail text, of_tx text, of_lt bigint, by_proposal uuid)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    received bigint;
    people text;
begin
    select i.amount into received from incoming_payments i
     where i.partition = 0 and i.rail = of_rail and i.tx = of_tx and i.lt = of_lt;
    people := approved_of_payment('reserve_fund', of_rail, of_tx, of_lt, received, by_proposal);
    if people is null then
        raise exception 'no approved proposal funds the reserve with this payment'
            using errcode = 'insufficient_privilege';
    end if;
    update incoming_payments set assigned_by = people, proposal = by_proposal
     where partition = 0 and rail = of_rail and tx = of_tx and lt = of_lt and order_no is null and amount = received
       and in_suspense_at_ms is not null and (proposal is null or proposal = by_proposal);
    return found;
end
$$;

-- Takes a payment of nobody for its way back, as two people approved. False when it is somebody's, not on the suspense
-- account yet, or unknown; true as well when this proposal took it before.
create or replace function return_incoming_payment(
    of_rail text, of_tx text, of_lt bigint, by_proposal uuid, with_withdrawal uuid)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    received bigint;
    people text;
begin
    select i.amount into received from incoming_payments i
     where i.partition = 0 and i.rail = of_rail and i.tx = of_tx and i.lt = of_lt;
    people := approved_of_payment('payment_return', of_rail, of_tx, of_lt, received, by_proposal);
    if people is null then
        raise exception 'no approved proposal returns this payment' using errcode = 'insufficient_privilege';
    end if;
    update incoming_payments set assigned_by = people, proposal = by_proposal, return_withdrawal = with_withdrawal
     where partition = 0 and rail = of_rail and tx = of_tx and lt = of_lt and order_no is null and amount = received
       and in_suspense_at_ms is not null
       and (proposal is null or proposal = by_proposal and return_withdrawal = with_withdrawal);
    return found;
end
$$;

-- Notes that a payment is with its sender again. False when the log does not say so, or when that was noted before.
create or replace function note_returned_payment(of_rail text, of_tx text, of_lt bigint, now_ms bigint)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    by_withdrawal text;
begin
    select e.payload->'PaymentReturned'->>'withdrawal' into by_withdrawal
      from natural_keys k
      join events e on e.partition = k.partition and e.position = k.position
     where k.partition = 0 and k.key = 'suspense_out:' || of_rail || ':' || of_tx || ':' || of_lt
       and e.partition = 0 and e.aggregate_type = 'treasury' and e.event_type = 'PaymentReturned';
    update incoming_payments i set returned_at_ms = now_ms
     where i.partition = 0 and i.rail = of_rail and i.tx = of_tx and i.lt = of_lt and i.returned_at_ms is null
       and i.return_withdrawal::text = by_withdrawal;
    return found;
end
$$;

-- Gives a payment free whose way back failed for good: it is nobody's again. False when it did not fail.
create or replace function free_returning_payment(of_rail text, of_tx text, of_lt bigint)
returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    back uuid;
begin
    select i.return_withdrawal into back from incoming_payments i
     where i.partition = 0 and i.rail = of_rail and i.tx = of_tx and i.lt = of_lt;
    if not exists (select from events e
                    where e.aggregate_type = 'withdrawal' and e.aggregate_id = back::text and e.event_type = 'Failed')
        or exists (select from events e
                    where e.aggregate_type = 'withdrawal' and e.aggregate_id = back::text
                      and e.event_type = 'Confirmed') then
        return false;
    end if;
    update incoming_payments i set proposal = null, assigned_by = null, return_withdrawal = null
     where i.partition = 0 and i.rail = of_rail and i.tx = of_tx and i.lt = of_lt and i.returned_at_ms is null
       and i.return_withdrawal = back;
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
declare
    is_return boolean;
begin
    if not exists (select from payout_wallets
                    where partition = 0 and rail = of_rail and wallet = of_wallet and next_number = of_number + 1) then
        raise exception 'a slot has the number that its wallet gave last' using errcode = 'insufficient_privilege';
    end if;
    is_return := exists (select from incoming_payments i
                          where i.partition = 0 and i.return_withdrawal = of_withdrawal and i.amount = of_amount);
    if not exists (
        select from events r
          join events a on a.partition = r.partition and a.aggregate_type = r.aggregate_type
               and a.aggregate_id = r.aggregate_id and a.event_type = 'Approved' and a.sequence > r.sequence
         where r.aggregate_type = 'withdrawal' and r.aggregate_id = of_withdrawal::text
           and r.event_type in ('Requested', 'ReturnOpened')
           and coalesce(r.payload->'ReturnOpened'->'terms', r.payload->'Requested'->'request'->'terms')->>'address' = to_address
           and coalesce(r.payload->'ReturnOpened'->'terms', r.payload->'Requested'->'request'->'terms')->>'comment'
               is not distinct from with_comment
           and ((coalesce(r.payload->'ReturnOpened'->'terms', r.payload->'Requested'->'request'->'terms')->>'amount')::numeric
                - (coalesce(r.payload->'ReturnOpened'->'terms', r.payload->'Requested'->'request'->'terms')->>'fee')::numeric)
               * 1000000 = of_amount
           and not exists (select from events o
                            where o.partition = a.partition and o.aggregate_type = a.aggregate_type
                              and o.aggregate_id = a.aggregate_id and o.sequence > a.sequence
                              and o.event_type in ('RiskFlagged', 'Rejected', 'Failed', 'Confirmed'))
           and (r.event_type = 'Requested' or is_return)) then
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
