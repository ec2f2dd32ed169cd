-- What an organization adds to the dialect of its messages.

create table linkifier (
  realm_id int not null references realm,
  id int8 not null,
  pattern text not null,
  url_template text not null,
  position int4 not null,
  primary key (realm_id, id)
);

create table playground (
  realm_id int not null references realm,
  id int8 not null,
  name text not null,
  pygments_language text not null,
  url_template text not null,
  primary key (realm_id, id)
);

-- Deactivated emoji stay: messages and reactions go on showing them.
create table custom_emoji (
  realm_id int not null references realm,
  id int8 not null,
  name text not null,
  source_url text not null,
  still_url text,
  deactivated bool not null default false,
  author_id int8,
  primary key (realm_id, id)
);

create table emoji_picture (
  realm_id int not null references realm,
  file text not null,
  emoji_id int8 not null,
  content_type text not null,
  data bytea not null,
  primary key (realm_id, file)
);
