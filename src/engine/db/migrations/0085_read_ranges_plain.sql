-- Long ranges are written anew with each change of them, and compressing them takes longer than all the rest of it.
alter table read_state alter column ranges set storage external;
