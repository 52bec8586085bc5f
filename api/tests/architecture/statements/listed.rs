//! What stands in braces, and statements that no literal holds whole.

const JOURNAL: &str = "ledger/src/export/journal.rs";
const SEALS: &str = "ledger/src/export/seals.rs";
const SHEETS: &str = "ledger/src/export/write.rs";
const CLAIMS: &str = "ledger/src/verify/claims.rs";
const ANSWERS: &str = "ledger/src/verify/requests.rs";
const BOOKS: &str = "ledger/src/verify/books.rs";
const MOMENTS: &str = "projections/src/moments.rs";
const COMPARED: &str = "projections/src/rebuild/compare.rs";

/// Values of names that are no constants of their file: the file, the name, and a value like those that the program puts
/// there. A name without a sign before it stands in braces.
pub const FILLED: &[(&str, &str, &str)] = &[
    (
        "api/rails/src/slots.rs",
        "is_over",
        "exists (select from withdrawals w where w.withdrawal = s.withdrawal and w.is_over)",
    ),
    (
        "api/rails/src/slots.rs",
        "is_back",
        "exists (select from incoming_payments i where i.return_withdrawal = s.withdrawal)",
    ),
    (
        "api/workers/src/audit/mod.rs",
        "",
        "select 'a place' as place, false as broken",
    ),
    (
        "api/workers/src/audit/entry.rs",
        "which",
        "order by partition, position",
    ),
    ("api/workers/src/audit/steps.rs", "COLUMNS", "*"),
    ("ledger/src/claims.rs", "COLUMNS", "*"),
    ("ledger/src/notary/certificate.rs", "COLUMNS", "*"),
    ("ledger/src/append/statement.rs", "", "{ROWS}{CLAIMS}"),
    ("ledger/src/append/statement.rs", "hint", "{BASE}"),
    (JOURNAL, "partition", "1"),
    (JOURNAL, "after", "0"),
    (JOURNAL, "until", "1"),
    (SEALS, "partition", "1"),
    (
        SEALS,
        "",
        "(select recorded_at_ms from events where partition = 1 and position = 1)",
    ),
    (SEALS, "own", ""),
    (SHEETS, "COLUMNS", "*"),
    (SHEETS, "partition", "1"),
    (SHEETS, "after", "0"),
    (SHEETS, "until", "1"),
    (SHEETS, "own", ""),
    ("ledger/src/read/feed.rs", "columns", "*"),
    ("ledger/src/read/log.rs", "WALKED", "CastResolved"),
    ("ledger/src/snapshot/read.rs", "COLUMNS", "*"),
    (BOOKS, "COLUMNS", "*"),
    (BOOKS, "from", "1"),
    (BOOKS, "until", "2"),
    (CLAIMS, "$from", "1"),
    (CLAIMS, "$until", "2"),
    (CLAIMS, "$adopted", "0"),
    (ANSWERS, "$from", "1"),
    (ANSWERS, "$until", "2"),
    (ANSWERS, "$behind", "3"),
    (MOMENTS, "table", "bonus_credits"),
    (MOMENTS, "owner", "player"),
    (MOMENTS, "at", "credited_at_ms"),
    (MOMENTS, "merged", "excluded.credited_at_ms"),
    (
        "projections/src/ranks.rs",
        "is_hidden",
        "exists (select from hidden_players h where h.player = r.player and (h.frozen or h.erased or h.excluded_until_ms > $4))",
    ),
    (
        "projections/src/week_catches.rs",
        "is_hidden",
        "exists (select from hidden_players h where h.player = c.player and (h.frozen or h.erased or h.excluded_until_ms > $2))",
    ),
    (
        COMPARED,
        "pairs",
        "from public.ranks l full join public.ranks r using (partition, board, player, item)",
    ),
    (COMPARED, "key", "partition, board, player, item"),
    ("projections/src/solvency.rs", "amount", "excluded.amount"),
    (
        "projections/src/history.rs",
        "",
        "(select count(*) from documents where recorded_at_ms <= 1) + (select count(*) from approved)",
    ),
];

/// Types of parameters that a statement does not say; the program sends them with the values.
pub const TYPED: &[(&str, &str)] = &[
    ("ledger/src/logins.rs change", "text, text, text"),
    (
        "projections/src/message_outbox.rs put_back",
        "integer, uuid, text, text, integer, bigint, boolean",
    ),
    ("projections/src/topups.rs overdue", "bigint, bigint, uuid, bigint"),
    (
        "projections/src/withdrawals.rs under_way_after",
        "bigint, uuid, bigint, bigint, bigint",
    ),
];

/// Statements that only a server with Citus can plan.
pub const ON_CITUS: &[&str] = &[
    "ledger/src/schema/citus.rs DISTRIBUTED",
    "ledger/src/schema/citus.rs IS_DELEGATED",
    "ledger/src/schema/citus.rs colocate",
    "ledger/src/schema/citus.rs delegate_append",
    "ledger/src/schema/citus.rs spread",
];

/// Places whose statement is put together at run time in a way that cannot be filled in, with the reason.
pub const COMPOSED: &[(&str, &str)] = &[
    ("api/cli/settings/src/links.rs page", "a sentence, and no statement"),
    (
        "ledger/src/append/function.rs call",
        "a call with as many values as the function has arguments; the tests of the ledger run it",
    ),
    (
        "ledger/src/append/statement.rs BASE",
        "the end of the append, which is walked whole as BATCH and SINGLE",
    ),
    ("ledger/src/append/statement.rs ROWS", "the begin of the append"),
    ("ledger/src/append/statement.rs facts", "the begin of the append"),
    (
        "ledger/src/read/entries.rs SHOWN",
        "the begin of a window of legs; what is asked of them, the partition first, is added",
    ),
    (
        "ledger/src/read/entries.rs narrow",
        "the begin of a window of events; the partition and what is asked of them is added",
    ),
    (
        "ledger/src/read/entries.rs of_type",
        "the begin of a window of events; the partition and what is asked of them is added",
    ),
    (
        "ledger/src/read/entries/sums.rs SUMS",
        "the begin of a sum; the partition, what is asked and its groups are added",
    ),
    (
        "ledger/src/read/log.rs places_of",
        "the begin of a window of events; the partition and what is asked of them is added",
    ),
    (
        "projections/src/history.rs VERSIONS",
        "the begin of two statements of the file, which are walked whole",
    ),
];
