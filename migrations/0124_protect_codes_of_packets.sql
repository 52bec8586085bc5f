-- The code of a packet is sealed; a list of packets knows them by their ids. The column is dropped once no older process
-- writes it.
alter table red_packets alter column code drop not null;
update red_packets set code = null;
