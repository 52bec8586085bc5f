//! Laws of gifts, invitations and limits.

use super::Law;

/// In the order of their numbers.
pub const LAWS: &[Law] = &[
    Law {
        id: "I-23",
        says: "one check-in a day, and a streak is one longer than yesterday's",
        rows: "select owner || ' ' || day as place,
                      count(*) over (partition by owner, day) > 1
                          or streak <> case when lag(day) over w = day - 1 then lag(streak) over w + 1 else 1 end as broken
                 from (select aggregate_id as owner, (payload->'SignedIn'->>'day')::date as day,
                              (payload->'SignedIn'->>'streak')::int as streak
                         from events where event_type = 'SignedIn') signed
               window w as (partition by owner order by day)",
    },
    Law {
        id: "I-24",
        says: "free coins are claimed once a day",
        rows: "select aggregate_id || ' ' || (payload->'FreeCoinClaimed'->>'day') as place, count(*) > 1 as broken
                 from events where event_type = 'FreeCoinClaimed'
                group by aggregate_id, payload->'FreeCoinClaimed'->>'day'",
    },
    Law {
        id: "I-25",
        says: "shares of a dive go to the inviter and the inviter's inviter, never to the diver, and are 6 % at most",
        // Each of the two shares may bring the millionth that what earlier dives left over has come to.
        rows: "select d.partition || '/' || d.position as place,
                      l1->>'to' = owner or l2->>'to' = owner or l1->>'to' = l2->>'to'
                          or l1 is not null and l1->>'to' is distinct from b.inviter
                          or l2 is not null and l2->>'to' is distinct from b.upline
                          or coalesce((l1->>'usdt')::numeric, 0) + coalesce((l2->>'usdt')::numeric, 0)
                             > profit / 10000 * 0.06 + 0.000002 as broken
                 from (select partition, position, aggregate_id as owner,
                              nullif((payload->'DiveClosed'->'shares'->'l1')::text, 'null')::json as l1,
                              nullif((payload->'DiveClosed'->'shares'->'l2')::text, 'null')::json as l2,
                              (payload->'DiveClosed'->>'profit')::numeric as profit
                         from events where event_type = 'DiveClosed') d
                 left join (select aggregate_id, payload->'InviterBound'->'inviter'->>'player' as inviter,
                                   payload->'InviterBound'->'inviter'->>'upline' as upline
                              from events where event_type = 'InviterBound') b on b.aggregate_id = d.owner
                where l1 is not null or l2 is not null",
    },
    Law {
        id: "I-26",
        says: "an inviter is bound once, by the own code, is somebody else, and registered before",
        rows: "with registered as materialized (
                   select aggregate_id, position, payload->'PlayerRegistered' as body
                     from events where event_type = 'PlayerRegistered')
               select b.aggregate_id as place,
                      count(*) over (partition by b.aggregate_id) > 1
                          or b.payload->'InviterBound'->'inviter'->>'player' = b.aggregate_id
                          or r.position is null or i.position is null
                          or i.body->>'scode' <> b.payload->'InviterBound'->'inviter'->>'scode'
                          or (i.body->>'at')::bigint >= (r.body->>'at')::bigint as broken
                 from events b
                 left join registered r on r.aggregate_id = b.aggregate_id
                 left join registered i on i.aggregate_id = b.payload->'InviterBound'->'inviter'->>'player'
                where b.event_type = 'InviterBound'",
    },
    Law {
        id: "I-26b",
        says: "the house is bound once, to who has no inviter",
        rows: "select h.aggregate_id as place,
                      count(*) over (partition by h.aggregate_id) > 1
                          or exists (select from events b where b.event_type = 'InviterBound'
                                        and b.partition = h.partition and b.aggregate_id = h.aggregate_id) as broken
                 from events h
                where h.event_type = 'HouseBound'",
    },
    Law {
        id: "I-27",
        says: "an invite becomes valid once, for the bound inviter, and not after it was refused",
        rows: "select q.aggregate_id as place,
                      count(*) over (partition by q.aggregate_id) > 1 or b.position is null
                          or b.payload->'InviterBound'->'inviter'->>'player' <> q.payload->'InviteQualified'->>'inviter'
                          or exists (select from events x where x.event_type = 'InviteRefused'
                                        and x.partition = q.partition and x.aggregate_id = q.aggregate_id) as broken
                 from events q
                 left join events b on b.event_type = 'InviterBound' and b.partition = q.partition
                       and b.aggregate_id = q.aggregate_id
                where q.event_type = 'InviteQualified'",
    },
    Law {
        id: "I-27b",
        says: "who turned out to be tied to the inviter brings the inviters nothing from then on",
        rows: "select d.partition || '/' || d.position as place,
                      exists (select from events x
                               where x.event_type = 'RebatesStopped' and x.partition = d.partition
                                 and x.aggregate_id = d.aggregate_id and x.sequence < d.sequence) as broken
                 from events d
                where d.event_type = 'DiveClosed'
                  and ((payload->'DiveClosed'->'shares'->'l1')::text <> 'null'
                       or (payload->'DiveClosed'->'shares'->'l2')::text <> 'null')",
    },
    Law {
        id: "I-28",
        says: "no more is received of a team record than it holds",
        rows: "select aggregate_id || ' ' || (body->>'id') as place,
                      sum((body->>'usdt')::numeric) > max((body->'record'->>'usdt')::numeric)
                          or sum((body->>'diamonds')::numeric) > max((body->'record'->>'diamonds')::numeric) as broken
                 from (select aggregate_id, payload->'TeamRecordReceived' as body from events
                        where event_type = 'TeamRecordReceived') received
                group by aggregate_id, body->>'id'",
    },
    Law {
        id: "I-28b",
        says: "the reward of a task is received once",
        rows: "select aggregate_id || ' ' || (payload->'TaskReceived'->>'task_id') as place, count(*) > 1 as broken
                 from events where event_type = 'TaskReceived'
                group by aggregate_id, payload->'TaskReceived'->>'task_id'",
    },
    Law {
        id: "I-30",
        says: "a red packet gives each player one share, not more shares and not more money than it has",
        rows: "select p.aggregate_id as place,
                      count(distinct c.player) <> count(c.player) or count(c.player) > max(p.shares)
                          or coalesce(sum(c.amount), 0) + coalesce(max(x.refund), 0) > max(p.total) as broken
                 from (select aggregate_id, (payload->'PacketCreated'->'terms'->>'shares')::int as shares,
                              (select value::numeric from json_each_text(payload->'PacketCreated'->'terms'->'total')) as total
                         from events where event_type = 'PacketCreated') p
                 left join (select aggregate_id, payload->'ShareClaimed'->>'player' as player,
                                   (select value::numeric from json_each_text(payload->'ShareClaimed'->'prize')) as amount
                              from events where event_type = 'ShareClaimed') c using (aggregate_id)
                 left join (select aggregate_id,
                                   (select value::numeric from json_each_text(payload->'PacketEnded'->'refund')) as refund
                              from events where event_type = 'PacketEnded') x using (aggregate_id)
                group by p.aggregate_id",
    },
    Law {
        id: "I-34",
        says: "a submitted identity has two images at least, and an approved document one owner",
        rows: "select s.partition || '/' || s.position as place,
                      (s.payload->'KycSubmitted'->>'images')::int < 2 or d.position is not null
                          and count(*) filter (where d.position is not null)
                              over (partition by s.payload->'KycSubmitted'->>'doc_hash') > 1
                          and min(s.aggregate_id) over (partition by s.payload->'KycSubmitted'->>'doc_hash')
                              <> max(s.aggregate_id) over (partition by s.payload->'KycSubmitted'->>'doc_hash') as broken
                 from events s
                 left join events d on d.event_type = 'KycDecided' and d.partition = s.partition
                       and d.payload->'KycDecided'->>'verdict' = 'approve'
                       and d.payload->'KycDecided'->>'submission' = s.payload->'KycSubmitted'->>'submission'
                where s.event_type = 'KycSubmitted'",
    },
    Law {
        id: "I-35",
        says: "a VIP claim of a day is made once, and under a tier that was bought",
        rows: "select c.partition || '/' || c.position as place,
                      count(*) over (partition by c.aggregate_id, c.payload->'VipClaimed'->>'vip_id',
                                     c.payload->'VipClaimed'->>'day', c.payload->'VipClaimed'->>'n') > 1
                          or not exists (select from events a where a.event_type = 'VipActivated'
                                and a.partition = c.partition and a.aggregate_id = c.aggregate_id and a.sequence < c.sequence
                                and a.payload->'VipActivated'->>'vip_id' = c.payload->'VipClaimed'->>'vip_id') as broken
                 from events c where c.event_type = 'VipClaimed'",
    },
    Law {
        id: "I-38",
        says: "no stock is below zero",
        rows: "select partition || '/' || position as place, (payload->'StockTaken'->>'left')::bigint < 0 as broken
                 from events where event_type = 'StockTaken'",
    },
    Law {
        id: "I-39",
        says: "who took a break starts no dive during it",
        rows: "select d.partition || '/' || d.position as place,
                      exists (select from events x where x.event_type = 'SelfExcluded'
                                 and x.partition = d.partition and x.aggregate_id = d.aggregate_id and x.sequence < d.sequence
                                 and (x.payload->'SelfExcluded'->>'until')::bigint
                                     > (d.payload->'DiveStarted'->>'at')::bigint) as broken
                 from events d where d.event_type = 'DiveStarted'",
    },
];
