-- Mail that waits to be sent. It is written in the transaction of its cause, and removed when the mail server has
-- accepted it.
create table mail (
  id               int8 generated always as identity primary key,
  realm_id         int not null references realm,
  recipient        text not null,
  subject          text not null,
  body             text not null,
  html             text,
  attempts         int not null default 0,
  next_attempt_at  timestamptz not null default now()
);
create index mail_due on mail (next_attempt_at);

-- The newest message for which it was considered who might have missed it.
create table notification_cursor (
  realm_id    int primary key references realm,
  message_id  int8 not null
);

-- Messages whose text was changed, until it is considered who is mentioned now and was not before.
create table edited_message (
  realm_id          int not null,
  message_id        int8 not null,
  mentioned_before  int8[] not null,
  primary key (realm_id, message_id)
);

-- Messages that arrived while their reader was active, and why the reader should know of them. A reader who is not
-- active any more after the arrival has missed the message.
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

-- Messages that a user has missed and gets a mail about. All rows of a user have the same time.
create table missed_message (
  realm_id    int not null,
  user_id     int8 not null,
  message_id  int8 not null,
  trigger     text not null,
  due_at      timestamptz not null,
  primary key (realm_id, user_id, message_id),
  foreign key (realm_id, user_id) references account
);
create index missed_message_due on missed_message (due_at);
