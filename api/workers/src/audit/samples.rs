//! Laws of monetary-unit samples.

use super::Law;

/// In the order of their numbers.
pub const LAWS: &[Law] = &[Law {
    id: "I-47",
    says: "the items of a monetary-unit sample are those that its seed and its words select, by the method that is published",
    rows: r"with started as (select id, p, d, step,
                                        mod(('x' || substr(hash, 1, 8))::bit(32)::bigint::numeric * 79228162514264337593543950336
                                            + ('x' || substr(hash, 9, 8))::bit(32)::bigint::numeric * 18446744073709551616
                                            + ('x' || substr(hash, 17, 8))::bit(32)::bigint::numeric * 4294967296
                                            + ('x' || substr(hash, 25, 8))::bit(32)::bigint::numeric, step) + 1 as start
                                   from (select a.aggregate_id as id, p, d, (p->>'interval')::numeric as step,
                                                encode(sha256(convert_to(d->>'seed', 'UTF8') || '\x00'::bytea
                                                              || convert_to(d->>'words', 'UTF8')), 'hex') as hash
                                           from events a
                                           join events b on b.partition = a.partition and b.aggregate_type = 'sample'
                                                and b.aggregate_id = a.aggregate_id
                                                and b.event_type = 'SampleDrawn'
                                          cross join lateral (select a.payload->'SamplePlanned' as p, b.payload->'SampleDrawn' as d) as of
                                          where a.event_type = 'SamplePlanned') as hashed),
                     lines as (select id, step, start, l.partition, l.position, l.leg::int as leg, l.account, l.amount,
                                      sum(abs(l.amount)) over (partition by id order by l.partition, l.position, l.leg) as upto
                                 from started
                                cross join lateral json_array_elements_text(p->'after') with ordinality as log (begins, number)
                                 join postings l on l.partition = number - 1 and l.position > begins::bigint
                                      and l.position <= (p->'until'->>(number - 1)::int)::bigint
                                      and l.asset = p->>'asset'
                                      and (p->'accounts')::jsonb ? l.account),
                     expected as (select * from (select id, partition, position, leg, account, amount, upto,
                                                        div(upto - start + step, step)
                                                            - div(upto - abs(amount) - start + step, step) as hits from lines) as counted
                                   where hits > 0),
                     recorded as (select id, (i->>'partition')::int as partition, (i->>'position')::bigint as position,
                                         (i->>'leg')::int as leg, i->>'account' as account, (i->>'amount')::numeric as amount,
                                         (i->>'upto')::numeric as upto, (i->>'hits')::numeric as hits
                                    from started cross join lateral json_array_elements(d->'items') as i)
                select id || ' ' || partition || '/' || position || ' ' || leg as place,
                       (r.account, r.amount, r.upto, r.hits) is distinct from (e.account, e.amount::numeric, e.upto, e.hits) as broken
                  from recorded r full join expected e using (id, partition, position, leg)
                 union all
                select id, (d->>'start')::numeric <> start
                           or encode(sha256(convert_to(d->>'seed', 'UTF8')), 'hex') <> p->>'commit'
                           or (p->>'units')::numeric is distinct from (select max(upto) from lines where lines.id = started.id)
                  from started
                 union all
                select aggregate_id, count(distinct payload->'SampleTested'->>'item') filter (where event_type = 'SampleTested')
                                     <> max(json_array_length(payload->'SampleDrawn'->'items')) filter (where event_type = 'SampleDrawn')
                                     or max(sequence) <> max(sequence) filter (where event_type = 'SampleSigned')
                  from events where aggregate_type = 'sample'
                 group by aggregate_id having bool_or(event_type = 'SampleSigned')",
}];
