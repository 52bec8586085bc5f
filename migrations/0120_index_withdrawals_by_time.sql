-- Serves the history of all withdrawals, newest first, whatever became of them.
create index withdrawals_by_time on withdrawals (requested_at_ms desc, withdrawal desc);
