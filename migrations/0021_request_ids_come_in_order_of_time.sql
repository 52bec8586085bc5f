-- Time-ordered request ids (UUID version 7) are neighbours in the index whoever sends them, so that
-- an insert finds its page warm. Looking up an id by its scope uses the whole key either way.
alter table requests drop constraint a_request_is_answered_once;
alter table requests add constraint a_request_is_answered_once primary key (partition, request_id, scope);
