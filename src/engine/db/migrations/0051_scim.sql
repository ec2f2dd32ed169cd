-- Directories that keep accounts and groups up to date by SCIM: docs/decisions/0051-scim.md. Owners make and revoke their
-- tokens, of which an organization has at most 20.
create table scim_token (
  realm_id      int not null references realm,
  id            int8 not null,
  hash          text not null,
  name          text not null,
  created_at    timestamptz not null,
  expires_at    timestamptz,
  last_used_at  timestamptz,
  primary key (realm_id, id)
);
create unique index scim_token_hash on scim_token (realm_id, hash);

-- What a directory says of an account beside what the account is. Written by its requests; never removed, as accounts are not.
create table scim_user (
  realm_id       int not null,
  user_id        int8 not null,
  external_id    text,
  user_name      text not null,
  user_name_key  text not null, -- folded by caseless
  told           jsonb not null, -- parts of the name, and attributes that are given back as they were told
  is_created     boolean not null, -- by a directory, which then decides the role and the address, too
  changed_at     timestamptz not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);
create unique index scim_user_name on scim_user (realm_id, user_name_key);
create index scim_user_external on scim_user (realm_id, external_id) where external_id is not null;

-- The groups that a directory has made or taken over. They stay when it deletes them, so that it can have them back.
create table scim_group (
  realm_id     int not null,
  group_id     int8 not null,
  external_id  text,
  changed_at   timestamptz not null,
  primary key (realm_id, group_id),
  foreign key (realm_id, group_id) references user_group
);

-- Whether a directory manages a group: people then cannot change its name or members.
alter table user_group add column is_managed boolean not null default false;
