-- Addresses that somebody wants to register, until the reader of mail there follows the link: then the row goes. Rows
-- older than a day count for nothing and are swept hourly. Of the word in the link only the hash is kept.
create table registration (
  realm_id       int not null references realm,
  token_hash     text not null,
  email          text not null,
  invitation_id  int8, -- the link that the person came by, if the organization needs one
  created_at     timestamptz not null default now(),
  primary key (realm_id, token_hash)
);
create index registration_created on registration (realm_id, created_at);

-- Requests for a new password, for two hours. Those for addresses without an account have no user: they are here so that
-- either takes as long. All rows of a user go when one is used, or the password changes otherwise.
create table password_reset (
  realm_id    int not null references realm,
  token_hash  text not null,
  user_id     int8,
  created_at  timestamptz not null default now(),
  primary key (realm_id, token_hash)
);
create index password_reset_user on password_reset (realm_id, user_id);
create index password_reset_created on password_reset (realm_id, created_at);
