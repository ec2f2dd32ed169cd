-- Scheduled messages that were sent lately: who changes one of them learns that it is too late.
create table sent_scheduled (
  realm_id  int not null,
  user_id   int8 not null,
  id        int8 not null,
  sent_at   timestamptz not null default now(),
  primary key (realm_id, user_id, id)
);

-- Messages whose text was changed, until it is considered who is mentioned now and was not before.
create table edited_message (
  realm_id          int not null,
  message_id        int8 not null,
  mentioned_before  int8[] not null,
  primary key (realm_id, message_id)
);
