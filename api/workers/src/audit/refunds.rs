//! Coupons that go back: what law I-09b compares.

/// - Of each payment: what was given back of it and did not come back; whether its payouts say what the coupons are, and
///   pay whom its row names as the sender. The row is covered by a MAC when a refund is made (rails §6), and by this law
///   for as long as it is kept. The chain has accounts in raw form where an address is written in the friendly one.
/// - Of each order: the same sum, with the refunds of before that opened no payout and name no payment.
/// - Of each payout that two people opened: the refund that it stands for; of what became of it: the order.
///
/// What is missing breaks the law, too: a comparison with nothing is not true.
pub(super) const REFUNDS: &str = "
    with refunded as materialized (
        select aggregate_id as owner, body->>'order_no' as order_no, (body->>'amount')::numeric as given,
               body->>'payout' is not null as has_payout, terms->>'withdrawal' as withdrawal,
               payment->>'rail' as rail, payment->>'tx' as tx, payment->>'lt' as lt, terms->>'address' as payee,
               (body->>'amount')::numeric = (terms->>'amount')::numeric and (terms->>'fee')::numeric = 0
                   and terms->>'player' = aggregate_id and refund->>'order_no' = body->>'order_no'
                   and refund->>'proposer' = body->>'proposer' and refund->>'approver' = body->>'approver' as is_whole
          from (select aggregate_id, payload->'CouponRefunded' as body from events
                 where event_type = 'CouponRefunded') e
         cross join lateral (select body->'payout'->'terms' as terms, body->'payout'->'refund' as refund) p
         cross join lateral (select refund->'payment' as payment) of),
    returned as (
        select payload->'WithdrawalRefunded'->>'withdrawal' as withdrawal,
               (payload->'WithdrawalRefunded'->>'amount')::numeric as back
          from events where event_type = 'WithdrawalRefunded'
           and payload->'WithdrawalRefunded'->>'order_no' is not null),
    credited as materialized (
        select aggregate_id as owner, body->>'order_no' as order_no, body->>'tx' as tx, body->>'lt' as lt,
               sum((body->>'amount')::numeric) as came
          from (select aggregate_id, payload->'TopUpCredited' as body from events
                 where event_type = 'TopUpCredited') e
         group by 1, 2, 3, 4),
    given as materialized (
        select aggregate_id, position, payload->'CouponRefunded' as body from events where event_type = 'CouponRefunded')
    select concat_ws(' ', r.owner, r.order_no, r.tx, r.lt) as place,
           (sum(r.given - coalesce(b.back, 0)) <= max(c.came) and bool_and(coalesce(r.is_whole, false))
               and bool_and(exists (
                   select from incoming_payments i
                    where i.partition = 0 and i.rail = r.rail and i.tx = r.tx and i.lt::text = r.lt
                      and i.order_no = r.order_no
                      and case when i.sender ~ '^0:[0-9a-fA-F]{64}$' and r.payee ~ '^[A-Za-z0-9_+/-]{48}$'
                               then lower(split_part(i.sender, ':', 2))
                                    = encode(substring(decode(translate(r.payee, '-_', '+/'), 'base64') from 3 for 32),
                                             'hex')
                               else i.sender = r.payee end))) is not true as broken
      from refunded r
      left join returned b using (withdrawal)
      left join credited c using (owner, order_no, tx, lt)
     where r.has_payout
     group by r.owner, r.order_no, r.tx, r.lt
     union all
    select r.owner || ' ' || r.order_no,
           (sum(r.given - coalesce(b.back, 0)) <= max(c.came)) is not true
      from refunded r
      left join returned b using (withdrawal)
      left join (select owner, order_no, sum(came) as came from credited group by 1, 2) c using (owner, order_no)
     group by r.owner, r.order_no
     union all
    select o.partition || '/' || o.position,
           r.position is null
               or r.body->>'payout' is distinct from o.payload->'Requested'->>'request'
      from events o
      left join given r on r.aggregate_id = o.payload->'Requested'->'request'->'terms'->>'player'
           and r.body->'payout'->'terms'->>'withdrawal' = o.aggregate_id
     where o.aggregate_type = 'withdrawal' and o.event_type = 'Requested'
       and o.payload->'Requested'->'request'->>'refund' is not null
     union all
    select x.partition || '/' || x.position,
           (x.payload->x.event_type->>'order_no') is distinct from (r.body->>'order_no')
      from events x
      left join given r on r.aggregate_id = x.aggregate_id
           and r.body->'payout'->'terms'->>'withdrawal' = x.payload->x.event_type->>'withdrawal'
     where x.event_type in ('WithdrawalSettled', 'WithdrawalRefunded')";
