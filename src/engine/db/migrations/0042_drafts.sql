-- Messages that their author has not sent yet.
create table draft (
  realm_id   int not null,
  id         int8 not null,
  user_id    int8 not null,
  type       text not null check (type in ('', 'private', 'stream')),
  recipients int8[] not null, -- one channel, or people
  topic      text not null,
  content    text not null,
  edited_at  timestamptz not null,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references account
);
create index draft_user on draft (realm_id, user_id, edited_at, id);

create table saved_snippet (
  realm_id    int not null,
  id          int8 not null,
  user_id     int8 not null,
  title       text not null,
  content     text not null,
  created_at  timestamptz not null,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references account
);
create index saved_snippet_user on saved_snippet (realm_id, user_id, id);

-- Views that a user has put somewhere; built-in ones have no name of their own.
create table navigation_view (
  realm_id   int not null,
  user_id    int8 not null,
  fragment   text not null,
  is_pinned  boolean not null,
  name       text,
  primary key (realm_id, user_id, fragment),
  foreign key (realm_id, user_id) references account
);
create unique index navigation_view_name on navigation_view (realm_id, user_id, name);

-- The steps of the introduction that a user has seen.
create table onboarding_step (
  realm_id  int not null,
  user_id   int8 not null,
  name      text not null,
  primary key (realm_id, user_id, name),
  foreign key (realm_id, user_id) references account
);
