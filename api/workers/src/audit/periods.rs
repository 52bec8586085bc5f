//! Laws of closed months, quarters and years.
//!
//! A command gets its time before its position, so events of two streams may stand in another order than their times, by
//! as long as a batch waits and as the clocks of two processes differ: I-42c allows a minute (ASSUMED).

use super::Law;

/// In the order of their numbers.
pub const LAWS: &[Law] = &[
    Law {
        id: "I-42",
        says: "the figures of a closed month are what the log has between its positions",
        rows: "with closed as materialized (select payload->'PeriodClosed' as c, payload->'PeriodClosed'->>'period' as period
                                 from events where event_type = 'PeriodClosed'),
                    legs as (select period, e.event_type as event, p.account, p.amount, p.asset,
                                    e.payload->'AdjustmentPosted'->>'restates' as restates,
                                    bool_or(p.account = 'h:usdt_custody') over (partition by period, p.partition, p.position)
                                        as is_cash
                               from closed
                              cross join lateral json_array_elements_text(c->'after') with ordinality as log (begins, number)
                               join postings p on p.partition = number - 1 and p.position > begins::bigint
                                    and p.position <= (c->'until'->>(number - 1)::int)::bigint
                               join events e on e.partition = p.partition and e.position = p.position),
                    summed as (select period, 'moved' as list, event, account,
                                      coalesce(-sum(amount) filter (where amount < 0), 0) as debit,
                                      coalesce(sum(amount) filter (where amount > 0), 0) as credit
                                 from legs group by period, event, account
                                union all
                               select period, 'cash', event, account, 0, sum(amount)
                                 from legs where is_cash and asset = 'usdt' and account <> 'h:usdt_custody'
                                group by period, event, account
                                union all
                               select period, 'restated', restates, account,
                                      coalesce(-sum(amount) filter (where amount < 0), 0),
                                      coalesce(sum(amount) filter (where amount > 0), 0)
                                 from legs where restates is not null group by period, restates, account),
                    recorded as (select period, list, coalesce(line->>'event', line->>'restates') as event,
                                        line->>'account' as account, coalesce((line->>'debit')::numeric, 0) as debit,
                                        coalesce(line->>'credit', line->>'amount')::numeric as credit
                                   from closed
                                  cross join (values ('moved'), ('cash'), ('restated')) as lists (list)
                                  cross join lateral json_array_elements(c->'figures'->list) as line)
               select period || ' ' || list || ' ' || event || ' ' || account as place,
                      (r.debit, r.credit) is distinct from (s.debit, s.credit) as broken
                 from recorded r full join summed s using (period, list, event, account)",
    },
    Law {
        id: "I-42b",
        says: "months are closed in sequence and after their days, each from where the one before ended, as two people decided",
        rows: "with stream as materialized (select recorded_at_ms, sequence, event_type, payload,
                                      row_number() over (order by recorded_at_ms, sequence) as number
                                 from events where event_type in ('PeriodClosed', 'SpanClosed')),
                    closed as (select recorded_at_ms, sequence, number, payload->'PeriodClosed' as c,
                                      (payload->'PeriodClosed'->>'period' || '-01')::date as first
                                 from stream where event_type = 'PeriodClosed'),
                    begun as materialized (select (timestamp 'epoch' + min(recorded_at_ms) * interval '1 ms')::date as day
                                from events where position = 1),
                    days as materialized (select payload->'DayClosed'->>'day' as day from events where event_type = 'DayClosed'),
                    approved as materialized (
                        select p.aggregate_id as proposal, p.payload->'Proposed'->'what' as what,
                               p.payload->'Proposed'->>'maker' as maker, a.payload->'Approved'->>'by' as approver
                          from events p
                          join events a on a.partition = p.partition and a.aggregate_type = 'proposal'
                               and a.aggregate_id = p.aggregate_id and a.event_type = 'Approved'
                         where p.aggregate_type = 'proposal' and p.event_type = 'Proposed')
               select c->>'period' as place,
                      (c->>'sequence')::bigint <> row_number() over w
                          or sequence <> number
                          or lag(first + interval '1 month') over w <> first
                          or lag((c->'until')::jsonb) over w <> (c->'after')::jsonb
                          or c->>'proposer' = c->>'approver'
                          or extract(epoch from first + interval '1 month') * 1000 > recorded_at_ms
                          or not exists (select from approved p
                                          where p.proposal = c->>'proposal' and p.what->>'digest' = c->>'digest'
                                            and p.maker = c->>'proposer' and p.approver = c->>'approver')
                          or (select count(distinct day) from days where day like (c->>'period') || '-%')
                             < (first + interval '1 month')::date - greatest(first, day) as broken
                 from closed, begun
               window w as (order by recorded_at_ms, sequence)",
    },
    Law {
        id: "I-42c",
        says: "nothing is recorded into a month that is closed: each event has a time of the month of its position, or a minute beside it",
        rows: "with closed as materialized (select payload->'PeriodClosed' as c,
                                      (payload->'PeriodClosed'->>'period' || '-01')::date as first,
                                      (payload->'PeriodClosed'->>'sequence')::int as number
                                 from events where event_type = 'PeriodClosed'),
                    months as (select c->'after' as after, c->'until' as until, case when number > 1 then first end as begins,
                                      (first + interval '1 month')::date as ends from closed
                                union all
                               select c->'until', null, (first + interval '1 month')::date, null
                                 from closed where number = (select max(number) from closed))
               select e.partition || '/' || e.position as place,
                      coalesce(e.recorded_at_ms < extract(epoch from begins) * 1000 - 60000, false)
                          or coalesce(e.recorded_at_ms >= extract(epoch from ends) * 1000 + 60000, false) as broken
                 from months
                cross join lateral json_array_elements_text(after) with ordinality as log (begin, number)
                 join events e on e.partition = log.number - 1 and e.position > begin::bigint
                      and e.position <= coalesce((until->>(log.number - 1)::int)::bigint, 9223372036854775807)",
    },
    Law {
        id: "I-42d",
        says: "quarters and years are closed in sequence and after their parts, with the digests of their months, as two people decided",
        rows: "with spans as materialized (select recorded_at_ms, sequence, payload->'SpanClosed' as c, payload->'SpanClosed'->>'period' as period
                                from events where event_type = 'SpanClosed'),
                    dated as (select spans.*, case when period like '%-Q%' then 3 else 12 end as months,
                                     make_date(left(period, 4)::int,
                                               case when period like '%-Q%' then right(period, 1)::int * 3 - 2 else 1 end, 1) as first
                                from spans),
                    closed as materialized (select sequence, payload->'PeriodClosed'->>'period' as month,
                                      payload->'PeriodClosed'->>'digest' as digest,
                                      (payload->'PeriodClosed'->>'period' || '-01')::date as first
                                 from events where event_type = 'PeriodClosed'),
                    begun as materialized (
                        select date_trunc('month', timestamp 'epoch' + min(recorded_at_ms) * interval '1 ms') as month
                          from events where position = 1),
                    approved as materialized (
                        select p.aggregate_id as proposal, p.payload->'Proposed'->'what' as what,
                               p.payload->'Proposed'->>'maker' as maker, a.payload->'Approved'->>'by' as approver
                          from events p
                          join events a on a.partition = p.partition and a.aggregate_type = 'proposal'
                               and a.aggregate_id = p.aggregate_id and a.event_type = 'Approved'
                         where p.aggregate_type = 'proposal' and p.event_type = 'Proposed')
               select period as place,
                      coalesce(lag(first + months * interval '1 month') over w <> first, false)
                          or c->>'proposer' = c->>'approver'
                          or not exists (select from approved p
                                          where p.proposal = c->>'proposal' and p.what->>'period' = period
                                            and p.what->>'digest' = c->>'digest'
                                            and p.maker = c->>'proposer' and p.approver = c->>'approver')
                          or (own.number, own.digest) is distinct from
                             ((select count(*) from generate_series(first, first + (months - 1) * interval '1 month', '1 month') as g (month)
                                where g.month >= begun.month), c->>'digest')
                          or months = 12 and not exists (select from dated q where q.months = 3 and q.sequence < d.sequence
                                                            and q.first = d.first + interval '9 months') as broken
                 from dated d
                cross join begun
                cross join lateral (select count(*) as number,
                                           encode(sha256(convert_to(string_agg(m.month || ' ' || m.digest || chr(10), ''
                                                                               order by m.month), 'UTF8')), 'hex') as digest
                                      from closed m
                                     where m.sequence < d.sequence and m.first >= d.first
                                       and m.first < d.first + months * interval '1 month') as own
               window w as (partition by months order by recorded_at_ms, sequence)",
    },
    Law {
        id: "I-42e",
        says: "the rates that a closing stores are those of the configuration at its end, as two people decided",
        rows: "with closed as materialized (
                        select payload->'PeriodClosed' as c from events where event_type = 'PeriodClosed'),
                    published as materialized (
                        select position, payload->'ConfigPublished'->'body' as body from events
                         where event_type = 'ConfigPublished' and partition = 0),
                    proposed as materialized (
                        select aggregate_id as proposal, payload->'Proposed'->'what' as what from events
                         where aggregate_type = 'proposal' and event_type = 'Proposed'),
                    rated as (select c->>'period' as period, c->>'proposal' as proposal, (c->'rates')::jsonb as rates,
                                     (select p.body from published p where p.position <= (c->'until'->>0)::bigint
                                       order by p.position desc limit 1) as body
                                from closed
                               where c->'rates' is not null),
                    sold as (select period, item.price, item.diamond
                               from rated
                              cross join lateral (select (i->>'price')::numeric * 1000000 as price, (i->>'diamond')::numeric as diamond
                                                    from json_array_elements(body->'shop'->'items') as i
                                                   where (i->>'diamond')::numeric > 0 and (i->>'price')::numeric > 0
                                                     and (i->>'coin_paid')::numeric + (i->>'coin_promo')::numeric = 0
                                                     and i->>'vip_id' is null
                                                   order by (i->>'price')::numeric / (i->>'diamond')::numeric limit 1) as item)
               select r.period || ' ' || w.asset as place,
                      coalesce(own.numerator * w.denominator <> own.denominator * w.numerator, true)
                          or jsonb_array_length(r.rates) <> 5
                          or not exists (select from proposed p
                                          where p.proposal = r.proposal and (p.what->'rates')::jsonb = r.rates) as broken
                 from rated r
                 left join sold s using (period)
                cross join lateral (values ('coin', 100, 1), ('gusd', 1, 1), ('usdt', 1, 1), ('coupon', 1, 1),
                                           ('diamond', coalesce(s.price, 16667), coalesce(s.diamond, 1)))
                                   as w (asset, numerator, denominator)
                 left join lateral (select (one->>'numerator')::numeric as numerator, (one->>'denominator')::numeric as denominator
                                      from jsonb_array_elements(r.rates) as one where one->>'asset' = w.asset) as own on true",
    },
    Law {
        id: "I-42f",
        says: "the open lines of custody that a closing stores are those that two people approved and that the close of its last \
               day signed, and add up; those of a quarter or a year are its last month's",
        rows: "with closed as materialized (select c->>'period' as period, c->>'proposal' as proposal, (c->'breaks')::jsonb as breaks,
                                      event_type = 'SpanClosed' as is_span,
                                      case when event_type = 'PeriodClosed' then c->>'period'
                                           when c->>'period' like '%-Q%'
                                           then left(c->>'period', 4) || '-' || lpad((right(c->>'period', 1)::int * 3)::text, 2, '0')
                                           else c->>'period' || '-12' end as last
                                 from (select event_type, payload->event_type as c from events
                                        where event_type in ('PeriodClosed', 'SpanClosed')) as closings),
                    signed as materialized (select payload->'DayClosed'->>'day' as day,
                                      (payload->'DayClosed'->'report'->'breaks')::jsonb as breaks
                                 from events where event_type = 'DayClosed'),
                    proposed as materialized (
                        select aggregate_id as proposal, payload->'Proposed'->'what' as what from events
                         where aggregate_type = 'proposal' and event_type = 'Proposed')
               select c.period as place,
                      not exists (select from proposed p
                                   where p.proposal = c.proposal and (p.what->'breaks')::jsonb = c.breaks)
                          or c.is_span and not exists (select from closed m
                                                        where not m.is_span and m.period = c.last and m.breaks = c.breaks)
                          or (c.breaks->>'lines')::numeric <> sums.lines or sums.kinds <> sums.assets
                          or (c.breaks->'oldest' is null) <> (sums.lines = 0)
                          or coalesce(d.breaks->>'carried' is not null and not c.is_span
                                      and (c.breaks->>'oldest' is distinct from d.breaks->>'oldest_ms'
                                           or own.kinds is distinct from day.kinds), false) as broken
                 from closed c
                 left join signed d on d.day = to_char((c.last || '-01')::date + interval '1 month' - interval '1 day', 'YYYY-MM-DD')
                cross join lateral (select coalesce(sum((k->>'lines')::numeric), 0) as lines,
                                           coalesce(sum((k->>'amount')::numeric), 0) as kinds,
                                           (select coalesce(sum((a->>'amount')::numeric), 0)
                                              from jsonb_array_elements(c.breaks->'assets') as a) as assets
                                      from jsonb_array_elements(c.breaks->'kinds') as k) as sums
                cross join lateral (select string_agg(concat_ws(' ', k->>'of', k->>'lines', k->>'amount'), ',' order by k->>'of') as kinds
                                      from jsonb_array_elements(c.breaks->'kinds') as k) as own
                cross join lateral (select string_agg(concat_ws(' ', k->>'of', k->>'count', k->>'sum'), ',' order by k->>'of') as kinds
                                      from jsonb_array_elements(d.breaks->'kinds') as k) as day
                where c.breaks is not null",
    },
];
