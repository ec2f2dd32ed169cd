-- Keys that devices and password managers have for people, by which they log in. At most 20 a user; their users remove them.
-- See docs/decisions/0050-two-steps.md
create table passkey (
  realm_id       int not null,
  id             int8 not null,
  user_id        int8 not null,
  credential_id  text not null, -- base64url, as browsers name it
  public_key     bytea not null, -- COSE
  user_handle    text not null, -- base64url: by which the device knows the user, the same for all of a user's
  rp_id          text not null, -- the host for which it was made
  counter        int8 not null,
  name           text not null,
  created_at     timestamptz not null,
  last_used_at   timestamptz,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references account
);
create unique index passkey_credential on passkey (realm_id, credential_id);
create index passkey_of_user on passkey (realm_id, user_id);

-- Challenges that were answered, so that none is answered twice. The hourly cleanup removes them when they are too old anyway.
create table used_challenge (
  realm_id  int not null,
  hash      text not null,
  used_at   timestamptz not null default now(),
  primary key (realm_id, hash),
  foreign key (realm_id) references realm
);
