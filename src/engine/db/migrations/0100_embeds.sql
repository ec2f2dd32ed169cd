-- Messages whose linked pages are still to be looked at. Written with the message or its edit.
create table embed_task (
  realm_id    int not null,
  message_id  int8 not null,
  noted_at    timestamptz not null default now(),
  due_at      timestamptz not null default now(),
  attempts    int not null default 0,
  primary key (realm_id, message_id)
);
create index embed_task_due on embed_task (due_at);

-- What pages say of themselves, for some time, by the SHA-256 of their address. Without an image there is nothing to show.
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
