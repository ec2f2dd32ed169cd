-- The newest event at registration: what came before it is no part of a queue, whatever a client says it has.
alter table event_queue add column begins_after int8 not null default -1;
