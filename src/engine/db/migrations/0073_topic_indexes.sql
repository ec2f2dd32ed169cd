-- Who has sent to a topic, without reading all of it.
create index message_topic_sender on message (realm_id, conversation_id, lower(topic), sender_id) where not is_direct;
-- What came into a topic from other channels: few messages, but their IDs say nothing about when they came.
create index message_topic_arrived on message (realm_id, conversation_id, lower(topic), id)
  where not is_direct and origin_id is not null;
