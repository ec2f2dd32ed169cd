-- Browsers, and UnifiedPush apps, that get notifications while Parley is not open in them.
create table web_push_subscription (
  realm_id       int not null,
  id             int8 not null,
  user_id        int8 not null,
  endpoint       text not null, -- where the browser's maker takes notifications for it
  public_key     bytea not null, -- notifications are encrypted to it
  auth           bytea not null,
  shows_content  boolean not null,
  added_at       timestamptz not null default now(),
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references account
);
create index web_push_subscription_user on web_push_subscription (realm_id, user_id);

-- A message to be announced ('due'), announced ('shown'), or read elsewhere since then ('clear').
create table web_push_note (
  realm_id         int not null,
  subscription_id  int8 not null,
  message_id       int8 not null,
  user_id          int8 not null,
  tag              text not null, -- of its conversation: a device shows one notification for each
  status           text not null check (status in ('due', 'shown', 'clear')),
  attempts         int not null default 0,
  due_at           timestamptz not null default now(),
  primary key (realm_id, subscription_id, message_id),
  foreign key (realm_id, subscription_id) references web_push_subscription on delete cascade
);
create index web_push_note_due on web_push_note (due_at) where status <> 'shown';

-- The newest message for which it was considered who is to be notified.
create table web_push_cursor (
  realm_id    int primary key references realm,
  message_id  int8 not null
);
