//! Laws of postings and balances.

use super::Law;

/// In the order of their numbers.
pub const LAWS: &[Law] = &[
    Law {
        id: "I-01",
        says: "the postings of an event balance in every asset, and are two at least",
        rows: "select partition || '/' || position || ' ' || asset as place,
                      sum(amount) <> 0 or count(*) < 2 as broken
                 from postings group by partition, position, asset",
    },
    Law {
        id: "I-01b",
        says: "all postings of an asset together are zero",
        rows: "select asset as place, sum(amount) <> 0 as broken from postings group by asset",
    },
    Law {
        id: "I-02",
        says: "no account of a player was ever below zero",
        rows: "select owner || ' ' || account as place, min(after) < 0 as broken
                 from postings
                where owner <> '00000000-0000-0000-0000-000000000000'
                  and account not in ('referral_due', 'invite_due')
                group by partition, owner, account",
    },
    Law {
        id: "I-02b",
        says: "what is owed to an inviter is nothing or more",
        rows: "select owner || ' ' || account as place, sum(balance) < 0 as broken
                 from balances where account in ('referral_due', 'invite_due') group by owner, account",
    },
    Law {
        id: "I-03",
        says: "an account has one asset for ever",
        rows: "select account as place, count(distinct asset) <> 1 as broken from postings group by account",
    },
    Law {
        id: "I-05",
        says: "behind every coupon lies one USDT",
        rows: "select 'coupons ' || coupons || ', USDT behind them ' || behind as place, coupons <> behind as broken
                 from (select coalesce(sum(balance) filter (where account = 'coupon'), 0) as coupons,
                              coalesce(sum(balance) filter (where account = 'h:usdt_customer'), 0) as behind
                         from balances) totals",
    },
    Law {
        id: "I-07",
        says: "the house's USDT accounts that owe or hold something are not below zero",
        rows: "select account as place, sum(balance) < 0 as broken
                 from balances
                where account in ('h:usdt_reserve', 'h:usdt_promo_budget', 'h:usdt_packet_held', 'h:usdt_customer',
                                  'h:usdt_suspense', 'h:usdt_clearing', 'h:usdt_fee')
                group by account",
    },
    Law {
        id: "I-07b",
        says: "what the newest statement says that the players are owed is what their accounts held then",
        rows: "with newest as materialized (select time_ms, note, string_to_array(substring(note from 'events ([0-9 ]+)'), ' ') as events
                                 from liabilities order by time_ms desc limit 1),
                    held as materialized (select asset, sum(amount) as total
                               from postings, newest
                              where owner <> '00000000-0000-0000-0000-000000000000'
                                and position <= events[partition + 1]::bigint
                              group by asset)
               select time_ms || ' is its moment, with a line of every asset' as place,
                      substring(note from 'time ([0-9]+)')::numeric is distinct from time_ms
                          or (select count(*) from regexp_matches(note, 'asset [a-z]+ [0-9]+ [0-9]+ ', 'g')) <> 5 as broken
                 from newest
                union all
               select time_ms || ' ' || line[1] as place, line[2]::numeric <> coalesce(held.total, 0) as broken
                 from newest
                cross join lateral regexp_matches(note, 'asset ([a-z]+) [0-9]+ ([0-9]+) ', 'g') as line
                 left join held on held.asset = line[1]",
    },
    Law {
        id: "I-21",
        says: "the running balance of every posting is the sum of the postings up to it",
        rows: "select partition || '/' || position || ' ' || account as place,
                      after <> sum(amount) over (partition by partition, owner, account order by position, leg) as broken
                 from postings",
    },
    Law {
        id: "I-21b",
        says: "a balance is the sum of its postings, in a log that exists",
        rows: "select coalesce(b.owner, p.owner) || ' ' || coalesce(b.account, p.account) as place,
                      b.balance is distinct from p.total or partition not in (select partition from heads) as broken
                 from balances b
                 full join (select partition, owner, account, sum(amount) as total from postings
                             group by partition, owner, account) p using (partition, owner, account)
                where b.balance <> 0 or p.total <> 0",
    },
];
