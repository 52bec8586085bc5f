//! Laws of the database itself, as plain SQL: each statement lists what breaks its law. Shares no code
//! with the ledger, and knows nothing of the answers that players got ([`super::checker`] does).

use sqlx::{PgConnection, Row};

/// Breaches of one law that are reported at most.
const REPORTED_MAX: usize = 5;

/// Each law with the statement that lists its breaches, one text a row.
const LAWS: [(&str, &str); 16] = [
    (
        "positions are 1 to the head, each once",
        "select format('partition %s: head %s, %s events, the last at %s', h.partition, h.position, count(e.position), max(e.position))
           from heads h left join events e using (partition)
          group by h.partition, h.position
         having count(e.position) <> h.position or count(distinct e.position) <> h.position
             or coalesce(max(e.position), 0) <> h.position",
    ),
    (
        "versions of a stream are 1, 2, 3 in the order of positions",
        "select format('%s %s has version %s after %s', aggregate_type, aggregate_id, sequence, before)
           from (select *, coalesce(lag(sequence) over (partition by aggregate_type, aggregate_id order by partition, position), 0) as before
                   from events) e
          where sequence <> before + 1",
    ),
    (
        "an event has an id of its own",
        "select format('%s is the id of %s events', event_id, count(*)) from events group by event_id having count(*) > 1",
    ),
    (
        "a request is answered once",
        "select format('%s of %s has %s answers', request_id, scope, count(*))
           from requests group by partition, scope, request_id having count(*) > 1",
    ),
    (
        "an answer points at an event of its own request",
        "select format('%s points at position %s', r.request_id, r.position)
           from requests r left join events e on e.partition = r.partition and e.position = r.position
          where r.position is not null and e.metadata->>'request_id' is distinct from r.request_id::text",
    ),
    (
        "an event of a request has a remembered answer",
        "select format('%s of %s', e.event_type, e.metadata->>'request_id')
           from events e left join requests r on r.request_id = (e.metadata->>'request_id')::uuid
          where e.metadata->>'request_id' is not null and r.request_id is null",
    ),
    (
        "a natural key is claimed once",
        "select format('%s is claimed %s times', key, count(*)) from natural_keys group by key having count(*) > 1",
    ),
    (
        "postings of an event balance",
        "select format('position %s of partition %s is off by %s %s', position, partition, sum(amount), asset)
           from postings group by partition, position, asset having sum(amount) <> 0",
    ),
    (
        "a posting belongs to an event",
        "select format('position %s of partition %s', p.position, p.partition)
           from postings p left join events e using (partition, position) where e.event_id is null",
    ),
    (
        "a balance is the sum of its postings",
        "select format('%s of %s is %s, its postings give %s', account, owner, b.balance, p.total)
           from balances b
           full join (select partition, owner, account, sum(amount) as total from postings group by 1, 2, 3) p
                using (partition, owner, account)
          where b.balance is distinct from p.total",
    ),
    (
        "a posting has the balance after it",
        "select format('%s of %s at %s has %s, the sum is %s', account, owner, position, after, total)
           from (select *, sum(amount) over (partition by partition, owner, account order by position, leg) as total
                   from postings) p
          where after <> total",
    ),
    (
        "a step of a dive is played once",
        "select format('step %s of dive %s is played %s times', payload->'CastResolved'->>'seq', payload->'CastResolved'->>'dive', count(*))
           from events where event_type = 'CastResolved'
          group by payload->'CastResolved'->>'seq', payload->'CastResolved'->>'dive' having count(*) > 1",
    ),
    (
        "a policy answers its event once",
        "select format('the invite of %s is counted %s times', q.aggregate_id, count(v.event_id))
           from events q
           left join events v on v.event_type = 'InviteValidated' and v.payload->'InviteValidated'->>'friend' = q.aggregate_id
          where q.event_type = 'InviteQualified'
          group by q.event_id, q.aggregate_id having count(v.event_id) <> 1",
    ),
    (
        "a follower has not read what is not there",
        "select format('%s is at %s of partition %s, the head is %s', c.view, c.position, c.partition, h.position)
           from cursors c join heads h using (partition) where c.position > h.position",
    ),
    (
        "a dive has a row with its end",
        "select format('dive %s of %s', dive, player)
           from (select aggregate_id::uuid as player, (payload->'DiveStarted'->>'dive')::uuid as dive
                   from events where event_type = 'DiveStarted') e
           full join dives d using (player, dive)
           left join (select (payload->'DiveClosed'->>'dive')::uuid as dive, payload::text as recorded
                        from events where event_type = 'DiveClosed') c using (dive)
          where e.player is null or d.partition is null or d.closed::text is distinct from c.recorded",
    ),
    (
        "a player has a row with the invite's state",
        "select format('player %s', player)
           from (select aggregate_id::uuid as player from events where event_type = 'PlayerRegistered') e
           full join players p using (player)
           left join (select aggregate_id::uuid as player, recorded_at_ms
                        from events where event_type = 'InviteQualified') q using (player)
          where p.partition is null or (p.qualified_at_ms is null) <> (q.recorded_at_ms is null)",
    ),
];

/// Every breach, as a sentence; the views must have caught up before.
pub async fn problems(database: &mut PgConnection) -> Vec<String> {
    let mut problems = Vec::new();
    for (law, breaches) in LAWS {
        let rows = sqlx::query(breaches).fetch_all(&mut *database).await.expect(law);
        let breach = |row: &sqlx::postgres::PgRow| format!("{law}: {}", row.try_get::<String, _>(0).expect("a text"));
        problems.extend(rows.iter().take(REPORTED_MAX).map(breach));
    }
    problems
}
