-- Long events are read once or twice: packing them costs whoever writes more than it saves.
alter table event_log alter column event set storage external;
