-- The kind of device that a session was opened on, so that a player recognises it in the list of them: 'android', 'ios'
-- and so on, never what the browser calls itself. Empty for a session of an older process.
alter table sessions add column device text not null default '';
