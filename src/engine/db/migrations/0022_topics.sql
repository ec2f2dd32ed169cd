-- What a user wants of a topic: 1 muted, 2 unmuted, 3 followed. Topics match whatever their case; the row keeps the
-- spelling that it was made with.
create table user_topic (
  realm_id           int not null,
  user_id            int8 not null,
  channel_id         int8 not null,
  topic              text not null,
  visibility_policy  int2 not null check (visibility_policy in (1, 2, 3)),
  updated_at         timestamptz not null,
  foreign key (realm_id, user_id) references account,
  foreign key (realm_id, channel_id) references channel
);
create unique index user_topic_key on user_topic (realm_id, user_id, channel_id, lower(topic));
-- Who cares about a topic that moves or gets a message.
create index user_topic_topic on user_topic (realm_id, channel_id, lower(topic));
