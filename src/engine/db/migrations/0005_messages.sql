-- A set of people who exchange direct messages. A channel is its own conversation, under its own ID. No index has
-- `user_ids`, because a large set does not fit into one; the writer sees to it that a set has one conversation.
create table direct_conversation (
  realm_id  int not null references realm,
  id        int8 not null,
  user_ids  int8[] not null, -- ascending
  primary key (realm_id, id)
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
  traits            int2 not null default 0, -- bits: TRAITS in domains/records/messages/message.ts
  edits             jsonb, -- earlier texts and places, the newest first
  origin_id         int8, -- of a moved message: the channel that it was sent to, which keeps its read state
  moves             jsonb, -- of a moved message: Whereabouts in engine/model/access/permissions.ts
  topic_key         text collate "C" not null, -- `caseless` of the topic: docs/decisions/0012-one-folding.md
  primary key (realm_id, id)
) with (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
create index message_conversation on message (realm_id, conversation_id, id);
create index message_topic on message (realm_id, conversation_id, topic_key, id) where not is_direct;
-- Who has sent to a topic, without reading all of it.
create index message_topic_sender on message (realm_id, conversation_id, topic_key, sender_id) where not is_direct;
-- The messages that came into a topic from other channels: they are few, and their IDs do not tell when they came.
create index message_topic_arrived on message (realm_id, conversation_id, topic_key, id)
  where not is_direct and origin_id is not null;
create index message_moved on message (realm_id, origin_id, id) where origin_id is not null;
create index message_sender on message (realm_id, sender_id, id);
-- The few messages that are more than text, or that mention a whole channel.
create index message_traits on message (realm_id, id) include (traits) where traits <> 0;
-- Direct messages by age, for those with a retention period.
create index message_direct on message (realm_id, id) where is_direct;

-- What a user has read of a conversation, as ranges of message IDs. A range may cover IDs of other conversations, never
-- an unread message of this one. A change writes all ranges of a row again, and compressing them took longer than the
-- rest of the statement.
create table read_state (
  realm_id         int not null,
  user_id          int8 not null,
  conversation_id  int8 not null,
  ranges           int8multirange not null,
  primary key (realm_id, user_id, conversation_id)
);
alter table read_state alter column ranges set storage external;
create index read_state_conversation on read_state (realm_id, conversation_id);

-- What exists for one user and message only: BITS in domains/records/messages/flag.ts.
create table message_flag (
  realm_id    int not null,
  user_id     int8 not null,
  message_id  int8 not null,
  bits        int2 not null check (bits <> 0),
  primary key (realm_id, user_id, message_id)
);
create index message_flag_message on message_flag (realm_id, message_id);
-- The users who made a message that they had not received a part of their history: 32 is BITS.historical.
create index message_flag_historical on message_flag (realm_id, message_id) where bits & 32 <> 0;

create table reaction (
  realm_id       int not null,
  message_id     int8 not null,
  user_id        int8 not null,
  reaction_type  text not null,
  emoji_code     text not null,
  emoji_name     text not null,
  id             int8 not null, -- in the order in which they were made
  primary key (realm_id, message_id, user_id, reaction_type, emoji_code)
);

-- What was added to a message that is a widget, such as the votes of a poll.
create table submessage (
  realm_id    int not null,
  id          int8 not null,
  message_id  int8 not null,
  sender_id   int8 not null,
  msg_type    text not null,
  content     text not null,
  primary key (realm_id, id)
);
create index submessage_message on submessage (realm_id, message_id, id);

-- Deleted messages that had been in several channels, for as long as the log may have events about them: a late reader
-- gets only those that they could read until the end (engine/log/moved.ts).
create table gone_message (
  realm_id         int not null,
  id               int8 not null,
  conversation_id  int8 not null,
  moves            jsonb not null,
  deleted_at       timestamptz not null default now(),
  primary key (realm_id, id)
);
