-- What administrators may look up: who has changed what, by what and from where. Written in the transaction of the change,
-- with an ID from the head, so that IDs are in the order of commits. Nothing changes a row; the hourly sweep removes those
-- that are older than the organization's audit_log_retention_days.
create table audit_event (
  realm_id    int not null,
  id          int8 not null,
  time        timestamptz not null,
  actor_kind  text not null, -- user, bot, scim, directory, operator, server
  actor_id    int8,
  key_id      int8, -- no foreign keys: the row outlives the key and the session
  session_id  int8,
  action      text not null, -- engine/log/audit-actions.ts
  target_kind text not null,
  target_id   text not null,
  data        jsonb not null, -- old and new, never a secret or the text of a message
  address     text,
  agent       text,
  request_id  text,
  primary key (realm_id, id)
);
create index audit_event_actor on audit_event (realm_id, actor_id, id);
create index audit_event_action on audit_event (realm_id, action text_pattern_ops, id);
create index audit_event_target on audit_event (realm_id, target_kind, target_id, id);
create index audit_event_time on audit_event (realm_id, time);
