-- View `case_acts` has recorded looks too: it is made again from the first event, as a view that is new is.
delete from case_acts;
update cursors
   set position = 0, stopped_event = null, stopped_error = null, stopped_at_ms = null
 where view = 'case_acts';
