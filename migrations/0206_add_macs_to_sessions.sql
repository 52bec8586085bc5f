-- The MAC of a session under a key that the database never holds (`ledger §4.5`): a row without one, or with another,
-- opens nothing. Sessions of older processes have none: players' apps log in again by themselves, staff by hand.
alter table sessions add column mac bytea,
    add constraint a_mac_is_a_key_id_and_a_tag check (octet_length(mac) = 20);
alter table staff_sessions add column mac bytea,
    add constraint a_mac_is_a_key_id_and_a_tag check (octet_length(mac) = 20);
delete from sessions;
delete from staff_sessions;

-- One login is one cookie: a proof that is sent a second time opens no second one.
create unique index a_session_of_staff_has_one_cookie on staff_sessions (session);
