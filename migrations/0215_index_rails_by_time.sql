-- What the rails saw within a period is compared with the journal line by line (api §7.21): two indexes by time.
create index incoming_payments_by_time on incoming_payments (partition, seen_at_ms);
create index paid_slots_by_time on payout_slots (partition, closed_at_ms) where outcome = 'paid';
