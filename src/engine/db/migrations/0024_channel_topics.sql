-- The topics of channels, each with its newest message and the spelling there. A send writes nothing here: a job adds new
-- messages (domains/conversations/read/topics/keep-topics.ts), and the list of a channel's topics adds those that are newer than
-- `topic_progress`, and looks at the messages of topics that stand in `topic_changed`. The job removes a row when its
-- topic has no message any more.
create table channel_topic (
  realm_id         int not null,
  channel_id       int8 not null,
  topic_key        text collate "C" not null,
  topic            text not null,
  last_message_id  int8 not null,
  primary key (realm_id, channel_id, topic_key)
);
-- The newest topics of a channel, without reading all of them.
create index channel_topic_newest on channel_topic (realm_id, channel_id, last_message_id);

-- Messages with smaller IDs than `until` are counted in channel_topic.
create table topic_progress (
  realm_id  int primary key references realm,
  until     int8 not null
);

-- Topics that a message has left or joined by a move or a deletion, until the job has looked at them again: a row for each
-- time, so that a writer never waits for the job.
create table topic_changed (
  realm_id    int not null,
  id          int8 generated always as identity,
  channel_id  int8 not null,
  topic_key   text collate "C" not null,
  primary key (realm_id, id)
);

create function note_gone_topics() returns trigger language plpgsql as $$
begin
  insert into topic_changed (realm_id, channel_id, topic_key)
  select distinct realm_id, conversation_id, topic_key from gone where not is_direct;
  return null;
end $$;
create trigger message_topics_gone after delete on message
  referencing old table as gone for each statement execute function note_gone_topics();

create function note_moved_topic() returns trigger language plpgsql as $$
begin
  insert into topic_changed (realm_id, channel_id, topic_key)
  values (old.realm_id, old.conversation_id, old.topic_key), (new.realm_id, new.conversation_id, new.topic_key);
  return null;
end $$;
create trigger message_topic_moved after update of conversation_id, topic, topic_key on message
  for each row when (not new.is_direct and (old.conversation_id is distinct from new.conversation_id
    or old.topic is distinct from new.topic or old.topic_key is distinct from new.topic_key))
  execute function note_moved_topic();
