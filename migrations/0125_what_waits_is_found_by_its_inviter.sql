-- Serves what of an inviter's records waits: only the days that can still be received are read. The index of the list
-- leaves out rows in which only the inviter acted, and these count here.
create index records_of_an_inviter_by_day on team_records (inviter, day);
