-- The groups whose members are subscribed to a channel: docs/decisions/0046-groups-kept-in-step-with-channels.md
create table channel_group (
  realm_id    int not null,
  channel_id  int8 not null,
  group_id    int8 not null,
  created_by  int8,
  created_at  timestamptz not null,
  primary key (realm_id, channel_id, group_id),
  foreign key (realm_id, channel_id) references channel on delete cascade,
  foreign key (realm_id, group_id) references user_group on delete cascade
);

-- Whether the present subscription came by a group: it ends when the user is in no linked group of the channel any more.
alter table subscription add column via_group boolean not null default false;

-- People who have come into the linked groups of channels, or are in none of them any more. A job does what follows for
-- some of them at a time, each pair of a user and a channel once.
create table channel_group_edge (
  realm_id     int not null references realm,
  id           int8 not null,
  kind         text not null check (kind in ('join', 'leave', 'keep')),
  user_ids     int8[] not null,
  channel_ids  int8[] not null, -- of each user, in the same order
  done         int not null default 0, -- so many of them
  created_by   int8,
  primary key (realm_id, id),
  check (cardinality(user_ids) = cardinality(channel_ids))
);
