create table channel_folder (
  realm_id              int not null references realm,
  id                    int8 not null,
  name                  text not null,
  description           text not null,
  rendered_description  text not null,
  position              int8 not null,
  creator_id            int8,
  created_at            timestamptz not null,
  is_archived           boolean not null default false,
  primary key (realm_id, id)
);

-- Channels are archived, never deleted.
create table channel (
  realm_id                       int not null references realm,
  id                             int8 not null,
  name                           text not null,
  name_key                       text collate "C" not null, -- `caseless` of the name: docs/decisions/0012-one-folding.md
  description                    text not null default '',
  rendered_description           text not null default '',
  created_at                     timestamptz not null,
  creator_id                     int8,
  folder_id                      int8,
  invite_only                    boolean not null default false,
  is_web_public                  boolean not null default false,
  history_public_to_subscribers  boolean not null default true,
  is_archived                    boolean not null default false,
  is_default                     boolean not null default false,
  is_recently_active             boolean not null default true,
  weekly_traffic                 int,
  message_retention_days         int,
  topics_policy                  text not null default 'inherit',
  first_message_id               int8,
  settings                       jsonb not null, -- setting name to group-setting value
  primary key (realm_id, id),
  foreign key (realm_id, folder_id) references channel_folder,
  check (not (is_web_public and invite_only)),
  check (invite_only or history_public_to_subscribers)
);
create unique index channel_name on channel (realm_id, name_key);

-- One row for each user and channel, kept when the user leaves. `received` has the IDs of the messages that were sent
-- while the user was subscribed; its last range has no end while they still are. There is no foreign key to `channel`:
-- its checks took a third of the time of 10,000 new subscriptions, channels are never deleted, and the one statement
-- that inserts here takes the channels from the model.
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
  is_dormant                boolean not null default false, -- the user is deactivated, and subscribed again on their return
  primary key (realm_id, user_id, channel_id)
);
create index subscription_channel on subscription (realm_id, channel_id);
-- Of a channel's subscribers, the few who want mails about all of its messages.
create index subscription_mailed on subscription (realm_id, channel_id) where email_notifications;

-- Channels that a new user may choose together.
create table default_channel_group (
  realm_id     int not null references realm,
  id           int8 not null,
  name         text not null,
  description  text not null,
  channel_ids  int8[] not null,
  primary key (realm_id, id),
  unique (realm_id, name)
);

-- A user's visibility policy for a topic: 1 muted, 2 unmuted, 3 followed. Topics match whatever their case; the row
-- keeps the spelling that it was made with.
create table user_topic (
  realm_id           int not null,
  user_id            int8 not null,
  channel_id         int8 not null,
  topic              text not null,
  topic_key          text collate "C" not null, -- `caseless` of the topic
  visibility_policy  int2 not null check (visibility_policy in (1, 2, 3)),
  updated_at         timestamptz not null,
  foreign key (realm_id, user_id) references account,
  foreign key (realm_id, channel_id) references channel
);
create unique index user_topic_key on user_topic (realm_id, user_id, channel_id, topic_key);
-- The policies for a topic that moves or gets a message.
create index user_topic_topic on user_topic (realm_id, channel_id, topic_key);

-- How many messages a channel had on a day of the last four weeks.
create table channel_traffic (
  realm_id    int not null,
  channel_id  int8 not null,
  day         date not null,
  messages    int not null,
  primary key (realm_id, channel_id, day)
);

-- The newest message that `channel_traffic` includes.
create table counted_traffic (
  realm_id    int primary key references realm,
  message_id  int8 not null
);
