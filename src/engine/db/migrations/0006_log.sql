-- The log: what happened, in commit order. `change` moves the model, `event` goes to the clients in `audience`.
-- engine/log/partitions.ts makes and drops partitions by day; the default one only takes rows of a wrong clock.
create table event_log (
  realm_id    int not null,
  position    int8 not null,
  created_at  timestamptz not null default now(),
  change      json,
  event       json,
  audience    json,
  check (change is not null or event is not null),
  check ((event is null) = (audience is null))
) partition by range (created_at);
-- An event is read once or twice: compressing a long one costs the writer more than it saves.
alter table event_log alter column event set storage external;
create index event_log_position on event_log (realm_id, position);
create table event_log_default partition of event_log default;

-- Event queues. A queue has no events of its own: it is a place in the log from which a client reads.
create table event_queue (
  realm_id       int not null,
  id             uuid not null,
  user_id        int8 not null,
  options        jsonb not null,
  lifespan_secs  int not null,
  touched_at     timestamptz not null,
  begins_after   int8 not null default -1, -- the newest event at registration; earlier ones are never delivered
  primary key (realm_id, id)
);
create index event_queue_user on event_queue (realm_id, user_id);
create index event_queue_touched on event_queue (touched_at);
