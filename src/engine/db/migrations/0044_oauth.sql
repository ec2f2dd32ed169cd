-- A key that somebody has created, or what an assistant has got by OAuth: that one opens /mcp alone.
alter table api_key
  add column is_oauth boolean not null default false;

-- Assistants that have registered themselves, where the organization lets them. The hourly sweep removes those older than a day
-- that nobody has let in; of these there are at most 1,000.
create table oauth_client (
  realm_id       int not null references realm,
  id             text not null,
  name           text not null,
  redirect_uris  text[] not null,
  created_at     timestamptz not null,
  primary key (realm_id, id)
);

-- What somebody has allowed an assistant, until it fetches its tokens: within a minute, once. A used code stays until the hourly
-- sweep, because a second use ends the key that the first one gave.
create table oauth_code (
  realm_id      int not null,
  hash          text not null,
  user_id       int8 not null,
  client_id     text not null,
  client_name   text not null,
  redirect_uri  text not null,
  scopes        text[] not null,
  challenge     text not null,
  created_at    timestamptz not null,
  key_id        int8, -- what it was exchanged for
  primary key (realm_id, hash),
  foreign key (realm_id, user_id) references account
);
create index oauth_code_of_user on oauth_code (realm_id, user_id);

-- The refresh token of a key of an assistant. All tokens of a family begin alike: one of them that is not the last one was used
-- twice. A row goes with its key, by the hourly sweep when it was not used for 90 days.
create table oauth_grant (
  realm_id      int not null,
  key_id        int8 not null,
  client_id     text not null,
  family_hash   text not null,
  refresh_hash  text not null,
  refreshed_at  timestamptz not null,
  ends_at       timestamptz, -- the organization's limit for keys
  primary key (realm_id, key_id),
  foreign key (realm_id, key_id) references api_key on delete cascade
);
create unique index oauth_grant_family on oauth_grant (realm_id, family_hash);
create index oauth_grant_client on oauth_grant (realm_id, client_id);
