//! Laws of money that comes in and goes out.

use super::Law;
use super::refunds::REFUNDS;

/// In the order of their numbers.
pub const LAWS: &[Law] = &[
    Law {
        id: "I-08",
        says: "a withdrawal is paid or comes back, once, with what was held",
        rows: "select r.id as place,
                      count(distinct r.position) <> 1 or count(distinct x.position) > 1
                          or max(x.amount) <> max(r.amount) or max(x.fee) <> max(r.fee) as broken
                 from (select partition || '/' || position as position, terms->>'withdrawal' as id,
                              (terms->>'amount')::numeric as amount, (terms->>'fee')::numeric as fee
                         from events
                        cross join lateral (select coalesce(payload->'WithdrawalRequested'->'request',
                                                            payload->'CouponRefunded'->'payout')->'terms' as terms) t
                        where event_type in ('WithdrawalRequested', 'CouponRefunded') and terms is not null) r
                 left join (select partition || '/' || position as position, payload->event_type->>'withdrawal' as id,
                                   (payload->event_type->>'amount')::numeric as amount,
                                   (payload->event_type->>'fee')::numeric as fee
                              from events where event_type in ('WithdrawalSettled', 'WithdrawalRefunded')) x using (id)
                group by r.id",
    },
    Law {
        id: "I-09",
        says: "nothing is sent, paid or refunded that was not asked for",
        rows: "select x.partition || '/' || x.position as place, r.position is null as broken
                 from events x
                 left join events r on r.event_type in ('WithdrawalRequested', 'CouponRefunded')
                       and r.partition = x.partition and r.aggregate_id = x.aggregate_id and r.sequence < x.sequence
                       and coalesce(r.payload->'WithdrawalRequested'->'request',
                                    r.payload->'CouponRefunded'->'payout')->'terms'->>'withdrawal'
                           = x.payload->x.event_type->>'withdrawal'
                where x.event_type in ('WithdrawalSent', 'WithdrawalSettled', 'WithdrawalRefunded')",
    },
    Law {
        id: "I-09b",
        says: "coupons of a payment go back to who sent it: no more than it brought, as both streams have it",
        rows: REFUNDS,
    },
    Law {
        id: "I-10",
        says: "a payment from the chain is credited once",
        rows: "select (body->>'tx') || ' ' || (body->>'lt') as place, count(*) > 1 as broken
                 from (select payload->'TopUpCredited' as body from events where event_type = 'TopUpCredited') credited
                group by body->>'tx', body->>'lt'",
    },
    Law {
        id: "I-10b",
        says: "a payment is the order's that its comment names, or the one that two people approved, also once it is credited",
        rows: "with approved as materialized (
                   select p.aggregate_id as proposal, p.payload->'Proposed'->'what' as what
                     from events p
                     join events a on a.partition = p.partition and a.aggregate_type = p.aggregate_type
                          and a.aggregate_id = p.aggregate_id and a.event_type = 'Approved'
                    where p.aggregate_type = 'proposal' and p.event_type = 'Proposed'
                      and p.payload->'Proposed'->>'kind' = 'topup_assign'
                      and a.payload->'Approved'->>'digest' = p.payload->'Proposed'->>'digest'
                      and a.payload->'Approved'->>'by' <> p.payload->'Proposed'->>'maker')
               select i.tx || ' ' || i.lt as place,
                      i.order_no is distinct from regexp_replace(i.comment, '^[^A-Za-z0-9]+|[^A-Za-z0-9]+$', '', 'g')
                          and not exists (
                              select from approved p
                               where p.proposal = i.proposal::text
                                 and what->>'tx' = i.tx and what->>'order_no' = i.order_no
                                 and (what->>'of' is null
                                      or what->'of'->>0 = i.rail and what->'of'->>1 = i.lt::text)) as broken
                 from incoming_payments i where i.order_no is not null",
    },
    Law {
        id: "I-10c",
        says: "what leaves the suspense account is a payment that came to it, once and whole",
        rows: "select tx || ' ' || lt as place,
                      count(distinct came) <> 1 or count(*) <> 1 or min(came) <> min(amount) as broken
                 from (select payload->event_type as body from events
                        where event_type = 'TopUpCredited' and (payload->event_type->>'from_suspense')::boolean
                        union all
                       select payload->event_type from events
                        where event_type = 'ReserveFunded' and payload->event_type->>'payment' is not null
                        union all
                       select payload->event_type from events where event_type = 'PaymentReturned') e
                cross join lateral (select coalesce(body->'payment'->>'tx', body->>'tx') as tx,
                                           coalesce(body->'payment'->>'lt', body->>'lt') as lt,
                                           (body->>'amount')::numeric as amount) taken
                 left join (select payload->event_type->'payment'->>'tx' as tx,
                                   payload->event_type->'payment'->>'lt' as lt,
                                   (payload->event_type->>'amount')::numeric as came
                              from events where event_type = 'UnmatchedReceived') received using (tx, lt)
                group by tx, lt",
    },
    Law {
        id: "I-10d",
        says: "the suspense account holds the payments that came to it and did not leave it",
        rows: "select 'holds ' || holds || ', ' || due || ' is nobody''s' as place, holds <> due as broken
                 from (select coalesce(sum(balance), 0) as holds from balances where account = 'h:usdt_suspense') h
                cross join (select coalesce(sum((payload->event_type->>'amount')::numeric
                                                * case event_type when 'UnmatchedReceived' then 1 else -1 end), 0)
                                   * 1000000 as due
                              from events e
                              join cursors books on books.partition = e.partition and books.view = 'books'
                             where (event_type in ('UnmatchedReceived', 'PaymentReturned')
                                    or event_type = 'TopUpCredited' and (payload->event_type->>'from_suspense')::boolean
                                    or event_type = 'ReserveFunded' and payload->event_type->>'payment' is not null)
                               and e.position <= books.position) d",
    },
    Law {
        id: "I-31",
        says: "a withdrawal ends once, and a refund after sending has a proof that nothing was paid",
        rows: "select aggregate_id as place,
                      count(*) filter (where event_type in ('Confirmed', 'Rejected', 'Failed')) > 1
                          or bool_or(event_type = 'Sent') and bool_or(event_type = 'Rejected')
                          or bool_or(event_type = 'Broadcast') and bool_or(event_type = 'Failed'
                              and payload->'Failed'->>'proof' is null) as broken
                 from events where aggregate_type = 'withdrawal' group by aggregate_id",
    },
    Law {
        id: "I-32",
        says: "what is sent was approved in exactly this form",
        rows: "select s.partition || '/' || s.position as place,
                      s.payload->'Sent'->>'digest' is distinct from
                          (select a.payload->'Approved'->>'digest' from events a
                            where a.event_type = 'Approved' and a.aggregate_type = 'withdrawal'
                              and a.partition = s.partition and a.aggregate_id = s.aggregate_id
                              and a.sequence < s.sequence
                            order by a.sequence desc limit 1) as broken
                 from events s where s.event_type = 'Sent' and s.aggregate_type = 'withdrawal'",
    },
    Law {
        id: "I-32b",
        says: "two approvals are of two people",
        rows: "select partition || '/' || position as place, staff->>0 = staff->>1 as broken
                 from (select partition, position, payload->'Approved'->'by'->'staff' as staff from events
                        where event_type = 'Approved' and aggregate_type = 'withdrawal'
                          and json_typeof(payload->'Approved'->'by') = 'object') approved",
    },
    Law {
        id: "I-33",
        says: "USDT held for withdrawals is what was asked for and is not yet on its way, paid or back",
        rows: "select owner as place, coalesce(held, 0) <> coalesce(due, 0) as broken
                 from (select owner::text, sum(balance) as held from balances where account = 'usdt_hold' group by owner) h
                 full join (select aggregate_id as owner,
                                   sum(case event_type
                                         when 'WithdrawalRequested' then
                                           (payload->'WithdrawalRequested'->'request'->'terms'->>'amount')::numeric
                                         when 'CouponRefunded' then
                                           (payload->'CouponRefunded'->'payout'->'terms'->>'amount')::numeric
                                         when 'WithdrawalSent' then -(payload->'WithdrawalSent'->>'amount')::numeric
                                         else case when (payload->event_type->>'was_sent')::boolean then 0
                                              else -(payload->event_type->>'amount')::numeric end
                                       end) * 1000000 as due
                              from events e
                              join cursors books on books.partition = e.partition and books.view = 'books'
                             where (event_type in ('WithdrawalRequested', 'WithdrawalSent', 'WithdrawalSettled',
                                                   'WithdrawalRefunded')
                                    or event_type = 'CouponRefunded' and payload->event_type->>'payout' is not null)
                               and e.position <= books.position
                             group by aggregate_id) d using (owner)",
    },
];
