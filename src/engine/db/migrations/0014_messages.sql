-- The organization's own voices, which are no accounts: nobody logs in as one, and no list of users names them.
create table system_bot (
  realm_id  int not null references realm,
  id        int8 not null, -- out of the numbers of users
  name      text not null,
  primary key (realm_id, id),
  unique (realm_id, name)
);
with heads as (update realm_head set last_id = last_id + 1 returning realm_id, last_id)
insert into system_bot (realm_id, id, name) select realm_id, last_id, 'notification-bot' from heads;

-- `traits`: see TRAITS in domains/messages/post/message.ts. `edits`: what was edited and moved, newest first; null if nothing was.
-- `moves`, of a message that went to another channel: see Whereabouts in engine/model/access/permissions.ts. What people read of it
-- stays with `origin_id`, the channel that it was sent to.
alter table message
  add column traits int2 not null default 0,
  add column edits jsonb,
  add column origin_id int8,
  add column moves jsonb;
create index message_moved on message (realm_id, origin_id, id) where origin_id is not null;
create index message_flag_message on message_flag (realm_id, message_id);
create index read_state_conversation on read_state (realm_id, conversation_id);

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
