-- What came while its reader was there, and why they should know of it. Who is not active any more after it has come
-- has missed it.
create table unseen_message (
  realm_id    int not null,
  user_id     int8 not null,
  message_id  int8 not null,
  trigger     text not null,
  noted_at    timestamptz not null,
  primary key (realm_id, user_id, message_id),
  foreign key (realm_id, user_id) references account
);
create index unseen_message_noted on unseen_message (noted_at);
