-- Users and bots. Accounts are deactivated, never deleted.
create table account (
  realm_id                int not null references realm,
  id                      int8 not null,
  email                   text not null,
  email_key               text collate "C" not null, -- `caseless` of the address: docs/decisions/0012-one-folding.md
  full_name               text not null,
  role                    int2 not null check (role in (100, 200, 300, 400, 600)),
  bot_type                int2,
  bot_owner_id            int8,
  is_active               boolean not null default true,
  is_provisional          boolean not null default false, -- a member younger than the waiting period; a job keeps it current
  date_joined             timestamptz not null,
  timezone                text not null default '',
  avatar_source           text not null default 'G' check (avatar_source in ('G', 'U')),
  avatar_version          int not null default 1,
  avatar_hash             text,
  email_visibility        int2 not null check (email_visibility between 1 and 5),
  key_generation          int not null default 1,
  can_create_users        boolean not null default false,
  can_change_user_emails  boolean not null default false,
  settings                jsonb not null default '{}', -- what differs from the defaults: setting name to value
  primary key (realm_id, id)
);
create unique index account_email on account (realm_id, email_key);

create table password (
  realm_id  int not null,
  user_id   int8 not null,
  hash      text not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);

-- Changes of an address that wait for a confirmation by mail. Only a user's newest request counts; of the token in the
-- mail only the hash is stored.
create table email_change (
  realm_id    int not null,
  token_hash  text not null,
  user_id     int8 not null,
  new_email   text not null,
  created_at  timestamptz not null,
  is_used     boolean not null default false,
  primary key (realm_id, token_hash),
  foreign key (realm_id, user_id) references account
);
create index email_change_user on email_change (realm_id, user_id, created_at);

-- Uploaded profile pictures, in two sizes. The hash is a part of their addresses and cannot be guessed.
create table avatar (
  realm_id  int not null,
  user_id   int8 not null,
  hash      text not null,
  small     bytea not null,
  medium    bytea not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);
create unique index avatar_hash on avatar (realm_id, hash);

create table custom_profile_field (
  realm_id                    int not null references realm,
  id                          int8 not null,
  name                        text not null,
  hint                        text not null default '',
  type                        int2 not null check (type between 1 and 8),
  field_data                  text not null default '',
  position                    int8 not null,
  display_in_profile_summary  boolean not null default false,
  required                    boolean not null default false,
  editable_by_user            boolean not null default true,
  primary key (realm_id, id)
);
create unique index custom_profile_field_name on custom_profile_field (realm_id, name);

create table custom_profile_value (
  realm_id        int not null,
  user_id         int8 not null,
  field_id        int8 not null,
  value           text not null,
  rendered_value  text,
  primary key (realm_id, user_id, field_id),
  foreign key (realm_id, user_id) references account,
  foreign key (realm_id, field_id) references custom_profile_field
);

-- When people were last active. Updates are lost in a crash without harm; nothing refers to them.
create table presence (
  realm_id      int not null,
  user_id       int8 not null,
  active_at     timestamptz,
  connected_at  timestamptz not null,
  update_id     int8 not null,
  primary key (realm_id, user_id)
);
create index presence_update on presence (realm_id, update_id);

-- The number of the newest update. A writer locks this row until it commits, so that numbers become visible in order.
create table presence_head (
  realm_id        int primary key,
  last_update_id  int8 not null
);

-- The status that people set for themselves. A row stays when everything in it is cleared.
create table user_status (
  realm_id       int not null,
  user_id        int8 not null,
  status_text    text not null default '',
  emoji_name     text not null default '',
  emoji_code     text not null default '',
  reaction_type  text not null default 'unicode_emoji',
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);

create table muted_user (
  realm_id       int not null,
  user_id        int8 not null,
  muted_user_id  int8 not null,
  muted_at       timestamptz not null,
  primary key (realm_id, user_id, muted_user_id),
  foreign key (realm_id, user_id) references account,
  foreign key (realm_id, muted_user_id) references account
);

-- The URL that an outgoing-webhook bot calls, or the configuration of an embedded one.
create table bot_service (
  realm_id   int not null,
  bot_id     int8 not null,
  base_url   text not null default '',
  interface  int2 not null default 1,
  name       text not null default '',
  config     jsonb not null default '{}',
  primary key (realm_id, bot_id),
  foreign key (realm_id, bot_id) references account
);

create table bot_default (
  realm_id                        int not null,
  bot_id                          int8 not null,
  default_sending_stream          int8,
  default_events_register_stream  int8,
  default_all_public_streams      boolean not null default false,
  primary key (realm_id, bot_id),
  foreign key (realm_id, bot_id) references account
);

create table bot_storage (
  realm_id  int not null,
  bot_id    int8 not null,
  key       text not null,
  value     text not null,
  primary key (realm_id, bot_id, key),
  foreign key (realm_id, bot_id) references account
);
