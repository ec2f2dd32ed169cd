-- Outgoing webhooks: requests to a bot's own server that are still to be made. A row is written with the message and
-- removed with the outcome.
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

-- Messages whose linked pages are still to be fetched. Written with the message or its edit.
create table embed_task (
  realm_id    int not null,
  message_id  int8 not null,
  noted_at    timestamptz not null default now(),
  due_at      timestamptz not null default now(),
  attempts    int not null default 0,
  primary key (realm_id, message_id)
);
create index embed_task_due on embed_task (due_at);

-- What linked pages say about themselves, cached by the SHA-256 of their address. A page without an image has no preview.
create table linked_page (
  realm_id     int not null,
  address      text not null,
  title        text not null,
  description  text not null,
  image        text,
  fetched_at   timestamptz not null default now(),
  primary key (realm_id, address)
);
create index linked_page_age on linked_page (realm_id, fetched_at);
