-- Who chose to be reminded of the check-in: state of the process manager of messages, written with its cursor.
create table checkin_reminders (
    partition integer not null,
    player uuid not null,
    -- The last UTC day that was looked at for this player, in days since 1970.
    handled_on integer not null,
    constraint a_player_is_reminded_once primary key (partition, player)
);

-- Serves the scheduled job: who was not looked at today.
create index checkin_reminders_by_day on checkin_reminders (handled_on, partition, player);

grant select, insert, update, delete on checkin_reminders to ledger_app;
