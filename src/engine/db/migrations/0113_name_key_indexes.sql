alter table account alter column email_key set not null;
alter table channel alter column name_key set not null;
alter table user_topic alter column topic_key set not null;
alter table message alter column topic_key set not null;

create unique index account_email on account (realm_id, email_key);
create unique index channel_name on channel (realm_id, name_key);
create unique index user_topic_key on user_topic (realm_id, user_id, channel_id, topic_key);
-- Who cares about a topic that moves or gets a message.
create index user_topic_topic on user_topic (realm_id, channel_id, topic_key);
create index message_topic on message (realm_id, conversation_id, topic_key, id) where not is_direct;
-- Who has sent to a topic, without reading all of it.
create index message_topic_sender on message (realm_id, conversation_id, topic_key, sender_id) where not is_direct;
-- What came into a topic from other channels: few messages, but their IDs say nothing about when they came.
create index message_topic_arrived on message (realm_id, conversation_id, topic_key, id)
  where not is_direct and origin_id is not null;

-- Words that the new folding spells differently are written down again. No progress means that no words are there yet.
insert into search_stale (realm_id, message_id)
select m.realm_id, m.id
from message m join search_progress p on p.realm_id = m.realm_id and m.id <= p.message_id
where m.topic ~ '[\u03a3\u03c2\u0130\u0307]' or m.rendered_content ~ '[\u03a3\u03c2\u0130\u0307]'
on conflict do nothing;

analyze account, channel, user_topic, message;
