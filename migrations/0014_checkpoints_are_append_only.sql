-- As in 0009, and left out where that one is: the grants stay.
create trigger facts_never_change before update or delete on checkpoints
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on checkpoints
    for each statement execute function facts_never_change();

create trigger facts_never_change before update or delete on log_checkpoints
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on log_checkpoints
    for each statement execute function facts_never_change();
