-- View `kyc_checks`: when the last submission was decided, for what a player may expect. Null until then, and for
-- decisions before this column, which the next rebuild of the view brings.
alter table kyc_checks add column decided_at_ms bigint;

-- Serves the question how long the newest decisions took.
create index kyc_checks_by_decision on kyc_checks (decided_at_ms desc) where decided_at_ms is not null;
