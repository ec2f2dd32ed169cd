-- Deleted messages that had been in several channels, as long as the log may tell of them: whoever reads it late gets
-- of them only what they could read to the end (see engine/log/moved.ts).
create table gone_message (
  realm_id         int not null,
  id               int8 not null,
  conversation_id  int8 not null,
  moves            jsonb not null,
  deleted_at       timestamptz not null default now(),
  primary key (realm_id, id)
);
