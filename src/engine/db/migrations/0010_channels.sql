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

alter table channel
  add column folder_id int8,
  add column is_recently_active boolean not null default true,
  add column weekly_traffic int,
  add foreign key (realm_id, folder_id) references channel_folder;

-- Channels that a newcomer may choose together.
create table default_channel_group (
  realm_id     int not null references realm,
  id           int8 not null,
  name         text not null,
  description  text not null,
  channel_ids  int8[] not null,
  primary key (realm_id, id),
  unique (realm_id, name)
);

-- How many messages a channel had on a day of the last four weeks, and up to which message that was counted.
create table channel_traffic (
  realm_id    int not null,
  channel_id  int8 not null,
  day         date not null,
  messages    int not null,
  primary key (realm_id, channel_id, day)
);

create table counted_traffic (
  realm_id    int primary key references realm,
  message_id  int8 not null
);
