-- Outgoing webhooks: what a bot's own server is still to be told. Written with the message, removed with what comes of it.
create table bot_call (
  realm_id    int not null,
  bot_id      int8 not null,
  message_id  int8 not null,
  trigger     text not null check (trigger in ('direct_message', 'mention')),
  attempts    int not null default 0,
  due_at      timestamptz not null default now(),
  primary key (realm_id, bot_id, message_id),
  foreign key (realm_id, bot_id) references account
);
create index bot_call_due on bot_call (due_at);
