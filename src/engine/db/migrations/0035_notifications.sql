alter table mail add column html text;

-- Up to which message of an organization it was considered who might have missed it.
create table notification_cursor (
  realm_id    int primary key references realm,
  message_id  int8 not null
);

-- What somebody has not seen and will get a mail about. All of a user's rows have the same time.
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

-- Of a channel's subscribers, the few who want mails about all of it.
create index subscription_mailed on subscription (realm_id, channel_id) where email_notifications;
