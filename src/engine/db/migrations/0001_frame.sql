-- The organization and its head. Every write of an organization holds its head row, so the counters
-- in it rise in commit order and leave no gap.
create table realm (
  id           int generated always as identity primary key,
  subdomain    text not null unique check (subdomain ~ '^[a-z0-9-]{0,40}$'),
  name         text not null,
  created_at   timestamptz not null default now(),
  deactivated  boolean not null default false,
  settings     jsonb not null default '{}'
);

create table realm_head (
  realm_id            int primary key references realm,
  position            int8 not null default 0, -- the newest log position
  last_message_id     int8 not null default 0,
  last_id             int8 not null default 0  -- users, groups, channels and conversations share one counter
) with (fillfactor = 20);

-- Facts about the installation itself, such as the fingerprint of its secret.
create table installation (
  name   text primary key,
  value  text not null
);

create table account (
  realm_id                int not null references realm,
  id                      int8 not null,
  email                   text not null,
  full_name               text not null,
  role                    int2 not null check (role in (100, 200, 300, 400, 600)),
  bot_type                int2,
  bot_owner_id            int8,
  is_active               boolean not null default true,
  date_joined             timestamptz not null,
  timezone                text not null default '',
  avatar_source           text not null default 'G' check (avatar_source in ('G', 'U')),
  avatar_version          int not null default 1,
  email_visibility        int2 not null check (email_visibility between 1 and 5),
  key_generation          int not null default 1,
  can_create_users        boolean not null default false,
  can_change_user_emails  boolean not null default false,
  primary key (realm_id, id)
);
create unique index account_email on account (realm_id, lower(email));

create table password (
  realm_id  int not null,
  user_id   int8 not null,
  hash      text not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);

create table user_group (
  realm_id     int not null references realm,
  id           int8 not null,
  name         text not null,
  description  text not null,
  is_system    boolean not null default false,
  creator_id   int8,
  created_at   timestamptz,
  deactivated  boolean not null default false,
  settings     jsonb not null, -- setting name to group-setting value
  primary key (realm_id, id),
  unique (realm_id, name)
);

create table user_group_member (
  realm_id  int not null,
  group_id  int8 not null,
  user_id   int8 not null,
  primary key (realm_id, group_id, user_id),
  foreign key (realm_id, group_id) references user_group
);

create table user_group_subgroup (
  realm_id     int not null,
  group_id     int8 not null,
  subgroup_id  int8 not null,
  primary key (realm_id, group_id, subgroup_id),
  foreign key (realm_id, group_id) references user_group
);

create table channel (
  realm_id                      int not null references realm,
  id                            int8 not null,
  name                          text not null,
  description                   text not null default '',
  rendered_description          text not null default '',
  created_at                    timestamptz not null,
  creator_id                    int8,
  invite_only                   boolean not null default false,
  is_web_public                 boolean not null default false,
  history_public_to_subscribers boolean not null default true,
  is_archived                   boolean not null default false,
  is_default                    boolean not null default false,
  message_retention_days        int,
  topics_policy                 text not null default 'inherit',
  first_message_id              int8,
  settings                      jsonb not null, -- setting name to group-setting value
  primary key (realm_id, id),
  check (not (is_web_public and invite_only)),
  check (invite_only or history_public_to_subscribers)
);
create unique index channel_name on channel (realm_id, lower(name));

-- One row for each user and channel, kept when the user leaves. `received` holds the message IDs that were
-- sent while the user was subscribed; it is open at its end while they still are.
create table subscription (
  realm_id                  int not null,
  user_id                   int8 not null,
  channel_id                int8 not null,
  received                  int8multirange not null,
  color                     text not null,
  is_muted                  boolean not null default false,
  pin_to_top                boolean not null default false,
  desktop_notifications     boolean,
  audible_notifications     boolean,
  push_notifications        boolean,
  email_notifications       boolean,
  wildcard_mentions_notify  boolean,
  primary key (realm_id, user_id, channel_id),
  foreign key (realm_id, channel_id) references channel
);
create index subscription_channel on subscription (realm_id, channel_id);

-- A set of people who exchange direct messages. A channel is its own conversation, under its own ID.
create table direct_conversation (
  realm_id  int not null references realm,
  id        int8 not null,
  user_ids  int8[] not null, -- ascending
  primary key (realm_id, id),
  unique (realm_id, user_ids)
);

create table message (
  realm_id          int not null,
  id                int8 not null,
  conversation_id   int8 not null,
  is_direct         boolean not null,
  sender_id         int8 not null,
  topic             text not null,
  content           text not null,
  rendered_content  text not null,
  sent_at           timestamptz not null,
  client            text not null,
  sender_read       boolean not null, -- the sender's own copy was read from the start
  primary key (realm_id, id)
) with (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
create index message_conversation on message (realm_id, conversation_id, id);
create index message_topic on message (realm_id, conversation_id, lower(topic), id) where not is_direct;
create index message_sender on message (realm_id, sender_id, id);

-- What a user read of a conversation, as ranges of message IDs. A range may cover IDs of other conversations,
-- never an unread message of this one.
create table read_state (
  realm_id         int not null,
  user_id          int8 not null,
  conversation_id  int8 not null,
  ranges           int8multirange not null,
  primary key (realm_id, user_id, conversation_id)
);

-- What is truly per user and message: see domains/messages/post/flag.ts.
create table message_flag (
  realm_id    int not null,
  user_id     int8 not null,
  message_id  int8 not null,
  bits        int2 not null check (bits <> 0),
  primary key (realm_id, user_id, message_id)
);

-- The log: what happened, in commit order. `change` moves the model, `event` goes to the clients in `audience`.
-- Partitions by day are made and dropped by engine/log/partitions.ts; the default one only catches a clock gone wrong.
create table event_log (
  realm_id    int not null,
  position    int8 not null,
  created_at  timestamptz not null,
  change      json,
  event       json,
  audience    json,
  check (change is not null or event is not null),
  check ((event is null) = (audience is null))
) partition by range (created_at);
create index event_log_position on event_log (realm_id, position);
create table event_log_default partition of event_log default;

create table event_queue (
  realm_id       int not null,
  id             uuid not null,
  user_id        int8 not null,
  options        jsonb not null,
  lifespan_secs  int not null,
  touched_at     timestamptz not null,
  primary key (realm_id, id)
);
create index event_queue_user on event_queue (realm_id, user_id);
create index event_queue_touched on event_queue (touched_at);
