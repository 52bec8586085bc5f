-- Signed checkpoints name the database they are of. Its name is made once: a restored backup
-- keeps it, another database has another one.
insert into genesis (name, value) values ('id', gen_random_uuid()::text);
