//! Laws of the game and of what is exchanged.

use super::Law;

/// In the order of their numbers.
pub const LAWS: &[Law] = &[
    Law {
        id: "I-06",
        says: "10,000 game tokens are one USDT, exactly",
        rows: "select partition || '/' || position as place,
                      (payload->'Exchanged'->>'gusd')::numeric <> (payload->'Exchanged'->>'usdt')::numeric * 10000 as broken
                 from events where event_type = 'Exchanged'",
    },
    Law {
        id: "I-36",
        says: "a dive ends once, with the casts and the coins that its casts show",
        rows: "select s.dive as place,
                      count(c.dive) > 1 or max(c.casts) <> max(coalesce(k.casts, 0))
                          or max(c.staked) <> max(coalesce(k.staked, 0)) as broken
                 from (select payload->'DiveStarted'->>'dive' as dive from events where event_type = 'DiveStarted') s
                 left join (select payload->'CastResolved'->>'dive' as dive, count(*) as casts,
                                   sum((payload->'CastResolved'->>'stake')::bigint) as staked
                              from events where event_type = 'CastResolved' group by 1) k using (dive)
                 left join (select payload->event_type->>'dive' as dive, (payload->event_type->>'casts')::bigint as casts,
                                   coalesce(payload->event_type->>'staked', payload->event_type->>'refund')::bigint as staked
                              from events where event_type in ('DiveClosed', 'DiveVoided')) c using (dive)
                group by s.dive",
    },
    Law {
        id: "I-36b",
        says: "a dive pays what was caught and no more than 10,000 stakes",
        rows: "select partition || '/' || position as place,
                      payout > fish + bonus + chest_gusd + chest_usdt * 10000
                          or casts > 0 and payout > staked / casts * 10000
                          or not capped and payout <> fish + bonus + chest_gusd + chest_usdt * 10000 as broken
                 from (select e.partition, e.position, b.* from events e,
                              json_to_record(e.payload->'DiveClosed') as b(payout numeric, fish numeric, bonus numeric,
                                  chest_gusd numeric, chest_usdt numeric, staked numeric, casts int, capped boolean)
                        where e.event_type = 'DiveClosed') closed",
    },
    Law {
        id: "I-36c",
        says: "a cast is one level deeper than the one before",
        rows: "select partition || '/' || position as place,
                      level <> lag(level, 1, level - 1) over (partition by dive order by seq) + 1
                          or seq <> row_number() over (partition by dive order by position) as broken
                 from (select partition, position, payload->'CastResolved'->>'dive' as dive,
                              (payload->'CastResolved'->>'seq')::int as seq,
                              (payload->'CastResolved'->>'level')::int as level
                         from events where event_type = 'CastResolved') cast_",
    },
    Law {
        id: "I-37",
        says: "a revealed seed is the one that was promised",
        rows: "select partition || '/' || position as place,
                      sha256(convert_to(payload->'SeedRotated'->>'old_seed', 'UTF8'))
                          <> decode(payload->'SeedRotated'->>'old_commit', 'hex') as broken
                 from events where event_type = 'SeedRotated'",
    },
    Law {
        id: "I-37c",
        says: "each pair of seeds is the one that was announced before",
        rows: "select partition || '/' || position as place,
                      event_type = 'SeedRotated'
                          and (seeds->>'old_commit' <> lag(coalesce(seeds->>'new_commit', seeds->>'commit')) over stream
                               or seeds->>'new_commit' <> lag(seeds->>'next_commit') over stream) as broken
                 from (select partition, position, aggregate_id, sequence, event_type, payload->event_type as seeds
                         from events where event_type in ('PlayerRegistered', 'SeedRotated')) announced
               window stream as (partition by aggregate_id order by sequence)",
    },
    Law {
        id: "I-37d",
        says: "no seed is hidden longer than 24 hours after its last dive, and after the day that ends a dive left alone",
        // What is newest of a seed decides: a draw, when its dive is open, or the end of a dive with draws.
        rows: "select aggregate_id as place, due < (select max(recorded_at_ms) from events) as broken
                 from (select distinct on (aggregate_id) aggregate_id, event_type, recorded_at_ms
                              + case event_type when 'CastResolved' then 172800000 else 86400000 end as due
                         from events
                        where event_type in ('CastResolved', 'SeedRotated')
                           or event_type in ('DiveClosed', 'DiveVoided')
                              and (payload->event_type->>'casts')::int > 0
                        order by aggregate_id, sequence desc) newest
                where event_type <> 'SeedRotated'",
    },
    Law {
        id: "I-37g",
        says: "each seed was revealed within 24 hours of its last dive, and of the day that ends a dive left alone",
        // What was late stays late: this names it for ever, and I-37d only until the seed is revealed.
        rows: "select max(position) filter (where event_type = 'SeedRotated') as place,
                      max(recorded_at_ms) filter (where event_type = 'SeedRotated')
                          > least(max(recorded_at_ms) filter (where event_type = 'CastResolved') + 172800000,
                                  max(recorded_at_ms) filter (where dive_casts > 0) + 86400000) as broken
                 from (select partition || '/' || position as position, aggregate_id, event_type, recorded_at_ms,
                              case when event_type in ('DiveClosed', 'DiveVoided')
                                   then (payload->event_type->>'casts')::int end as dive_casts,
                              count(*) filter (where event_type = 'SeedRotated')
                                  over (partition by aggregate_id order by sequence
                                        rows between unbounded preceding and 1 preceding) as pair
                         from events
                        where event_type in ('CastResolved', 'DiveClosed', 'DiveVoided', 'SeedRotated')) play
                group by aggregate_id, pair
               having count(*) filter (where event_type = 'SeedRotated') > 0",
    },
    Law {
        id: "I-37e",
        says: "a dive draws under its pair's client seed, which a device drew where the player chose none, and a fresh value",
        // Devices take part since the first dive with a value, and draw the client seed since the first registration
        // that says so. An older process may write for a minute more.
        rows: "select partition || '/' || position as place,
                      not coalesce(case when event_type = 'PlayerRegistered'
                                        then chosen = '' or chosen is null
                                             and (drawn_since is null or recorded_at_ms <= drawn_since + 60000)
                                        when client like '%.%' or recorded_at_ms > since + 60000
                                        then client ~ '^[A-Za-z0-9_-]+[.][0-9a-f]{32}$'
                                             and split_part(client, '.', 1)
                                                 = coalesce(nullif(own, ''), split_part(first_dive, '.', 2))
                                        else client = own end, false) as broken
                 from (select partition, position, recorded_at_ms, event_type, chosen, client,
                              first_value(client) over pairs as own, nth_value(client, 2) over pairs as first_dive,
                              min(recorded_at_ms) filter (where event_type = 'DiveStarted' and client like '%.%')
                                  over () as since,
                              min(recorded_at_ms) filter (where event_type = 'PlayerRegistered' and chosen = '')
                                  over () as drawn_since
                         from (select partition, position, recorded_at_ms, aggregate_id, sequence, event_type,
                                      payload->event_type->>'client_seed' as chosen,
                                      coalesce(payload->event_type->>'client_seed', payload->event_type->>'scode')
                                          as client,
                                      count(*) filter (where event_type <> 'DiveStarted')
                                          over (partition by aggregate_id order by sequence) as pair
                                 from events
                                where event_type in ('PlayerRegistered', 'SeedRotated', 'DiveStarted')) seeds
                       window pairs as (partition by aggregate_id, pair order by sequence)) dive
                where event_type in ('PlayerRegistered', 'DiveStarted')",
    },
    Law {
        id: "I-37f",
        says: "a seed is retired by its player, by his dive when too few draws are left, or by the clock 20 hours after a dive",
        // A dive takes up to 37 draws, and brings its value as the new client seed; the smallest limit that was ever
        // in force counts. The clock leaves no client seed since it first left none; the minute is as in I-37e.
        rows: "select partition || '/' || position as place,
                      not coalesce(case actor
                          when 'player' then client <> ''
                              and (split_part(first_dive, '.', 2) is distinct from client or drawn + 37 > draws_max)
                          when 'system:reveal' then drawn > 0 and recorded_at_ms >= ended + 72000000 - 60000
                              and (client = '' or drawn_since is null or recorded_at_ms <= drawn_since + 60000)
                      end, false) as broken
                 from (select *, lag(casts) over pairs as drawn, lag(dive_ended) over pairs as ended,
                              min(recorded_at_ms) filter (where client = '') over () as drawn_since
                         from (select aggregate_id, pair, min(partition) as partition, min(position) as position,
                                      max(recorded_at_ms) filter (where event_type = 'SeedRotated') as recorded_at_ms,
                                      max(actor) filter (where event_type = 'SeedRotated') as actor,
                                      max(client) filter (where event_type = 'SeedRotated') as client,
                                      (array_agg(client order by sequence)
                                          filter (where event_type = 'DiveStarted'))[1] as first_dive,
                                      count(*) filter (where event_type = 'CastResolved') as casts,
                                      max(recorded_at_ms) filter (where dive_casts > 0) as dive_ended
                                 from (select partition, position, recorded_at_ms, aggregate_id, sequence, event_type,
                                              metadata->>'actor' as actor,
                                              payload->event_type->>'client_seed' as client,
                                              case when event_type in ('DiveClosed', 'DiveVoided')
                                                   then (payload->event_type->>'casts')::int end as dive_casts,
                                              count(*) filter (where event_type in ('PlayerRegistered', 'SeedRotated'))
                                                  over (partition by aggregate_id order by sequence) as pair
                                         from events
                                        where event_type in ('PlayerRegistered', 'SeedRotated', 'DiveStarted',
                                                             'CastResolved', 'DiveClosed', 'DiveVoided')) play
                                group by aggregate_id, pair) pairs_
                       window pairs as (partition by aggregate_id order by pair)) rotated
                cross join (select coalesce(min((game->>'seed_max_casts')::bigint), 10000) as draws_max
                              from (select payload->event_type->'body'->'game' as game
                                      from events where event_type = 'ConfigPublished'
                                    union all
                                    select p.payload->'ConfigProposed'->'body'
                                      from events p
                                      join events a on a.event_type = 'ConfigApproved' and a.partition = p.partition
                                           and a.aggregate_id = p.aggregate_id
                                           and a.payload->'ConfigApproved'->>'version'
                                               = p.payload->'ConfigProposed'->>'version'
                                     where p.event_type = 'ConfigProposed'
                                       and p.payload->'ConfigProposed'->>'section' = 'game') games) limits
                where actor is not null",
    },
    Law {
        id: "I-37b",
        says: "the nonces of a seed are 0, 1, 2 and so on; a dive begins at the next one",
        rows: "select partition || '/' || position as place, nonce is distinct from drawn as broken
                 from (select partition, position, event_type, nonce,
                              count(*) filter (where event_type = 'CastResolved')
                                  over (partition by aggregate_id, turns order by sequence
                                        rows between unbounded preceding and 1 preceding) as drawn
                         from (select partition, position, aggregate_id, sequence, event_type,
                                      (payload->event_type->>'nonce')::bigint as nonce,
                                      count(*) filter (where event_type = 'SeedRotated')
                                          over (partition by aggregate_id order by sequence) as turns
                                 from events where event_type in ('CastResolved', 'DiveStarted', 'SeedRotated')) play
                      ) numbered
                where event_type <> 'SeedRotated'",
    },
];
