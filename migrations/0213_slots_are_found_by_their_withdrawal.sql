-- Serves the desk that shows what was signed for a withdrawal, ended slots included.
create index slots_of_a_withdrawal on payout_slots (withdrawal);
