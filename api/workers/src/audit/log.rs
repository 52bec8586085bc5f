//! Laws of the log: order, chain of causes, who did what.

use super::Law;

/// In the order of their numbers.
pub const LAWS: &[Law] = &[
    Law {
        id: "I-12",
        says: "the versions of a stream are 1, 2, 3 and so on",
        rows: "select aggregate_type || ' ' || aggregate_id as place,
                      min(sequence) <> 1 or max(sequence) <> count(*) as broken
                 from events group by aggregate_type, aggregate_id",
    },
    Law {
        id: "I-13",
        says: "positions of a log are 1, 2, 3 and so on, up to its head",
        rows: "select 'partition ' || h.partition as place,
                      h.position <> count(e.position) or coalesce(max(e.position), 0) <> h.position as broken
                 from heads h left join events e on e.partition = h.partition group by h.partition, h.position",
    },
    Law {
        id: "I-13b",
        says: "later in a stream is later in the log",
        rows: "select partition || '/' || position as place,
                      sequence <> row_number() over (partition by partition, aggregate_type, aggregate_id
                                                     order by position) as broken
                 from events",
    },
    Law {
        id: "I-13c",
        says: "a cause is an event, and in one log it comes before its effect",
        rows: "with causes as materialized (select event_id, partition, position from events)
               select e.partition || '/' || e.position as place,
                      c.position is null or c.partition = e.partition and c.position >= e.position as broken
                 from events e left join causes c on c.event_id::text = e.metadata->>'cause'
                where e.metadata->>'cause' is not null",
    },
    Law {
        id: "I-15",
        says: "every event names who acted, and time does not run back in a stream",
        rows: "select partition || '/' || position as place,
                      coalesce(metadata->>'actor', '') = '' or recorded_at_ms <
                          lag(recorded_at_ms, 1, recorded_at_ms)
                              over (partition by partition, aggregate_type, aggregate_id order by sequence) as broken
                 from events",
    },
    Law {
        id: "I-16",
        says: "an accepted request is remembered with the position of its events",
        rows: "select r.scope || ' ' || r.request_id as place,
                      r.code <> 0 or e.position is null or e.metadata->>'request_id' is distinct from r.request_id::text as broken
                 from requests r
                 left join events e on e.partition = r.partition and e.position = r.position
                where r.position is not null",
    },
    Law {
        id: "I-16b",
        says: "what a request recorded, it recorded once and in one run",
        rows: "select partition || '/' || min(position) as place,
                      max(position) - min(position) + 1 <> count(*) as broken
                 from events
                where metadata->>'request_id' is not null
                group by partition, aggregate_type, aggregate_id, metadata->>'request_id'",
    },
    Law {
        id: "I-41",
        says: "money that staff move has a case or a reason, and two different people",
        rows: "select partition || '/' || position as place,
                      coalesce(body->>'proposer', '') = '' or coalesce(body->>'approver', '') = ''
                          or body->>'proposer' = body->>'approver'
                          or coalesce(body->>'case_id', body->>'reason', '') = '' as broken
                 from (select partition, position, payload->event_type as body from events
                        where event_type in ('AdjustmentPosted', 'DiveVoided', 'CouponRefunded', 'ReserveFunded',
                                             'PromoBudgetFunded', 'MismatchCleared', 'ReturnOpened')) moved",
    },
    Law {
        id: "I-41b",
        says: "a configuration is approved by somebody else than its author",
        rows: "select a.partition || '/' || a.position as place,
                      p.position is null
                          or p.payload->'ConfigProposed'->>'author' = a.payload->'ConfigApproved'->>'approver' as broken
                 from events a
                 left join events p on p.partition = a.partition and p.aggregate_type = a.aggregate_type
                       and p.aggregate_id = a.aggregate_id and p.event_type = 'ConfigProposed'
                       and p.payload->'ConfigProposed'->>'version' = a.payload->'ConfigApproved'->>'version'
                where a.event_type = 'ConfigApproved'",
    },
    Law {
        id: "I-41c",
        says: "a proposal is approved by somebody else than its maker, as it was proposed",
        rows: "select a.partition || '/' || a.position as place,
                      p.position is null
                          or p.payload->'Proposed'->>'maker' = a.payload->'Approved'->>'by'
                          or p.payload->'Proposed'->>'digest' is distinct from a.payload->'Approved'->>'digest' as broken
                 from events a
                 left join events p on p.partition = a.partition and p.aggregate_type = a.aggregate_type
                       and p.aggregate_id = a.aggregate_id and p.event_type = 'Proposed'
                where a.aggregate_type = 'proposal' and a.event_type = 'Approved'",
    },
    Law {
        id: "I-43",
        says: "a case is opened once, and nothing is added to it while it is closed",
        rows: "select partition || '/' || position as place,
                      (event_type = 'CaseOpened') <> (sequence = 1)
                          or coalesce((event_type = 'CaseReopened') <> (before = 'CaseClosed'), false) as broken
                 from (select partition, position, sequence, event_type,
                              lag(event_type) over (partition by partition, aggregate_id order by sequence) as before
                         from events where aggregate_type = 'case') happened",
    },
];
