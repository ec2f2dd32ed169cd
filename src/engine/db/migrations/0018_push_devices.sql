-- Phones by the tokens of Apple and Google. Whoever has notifications encrypted is in push_device instead.
create table push_token (
  realm_id  int not null references realm,
  user_id   int8 not null,
  kind      text not null check (kind in ('apns', 'fcm')),
  token     text not null,
  app_id    text,
  added_at  timestamptz not null default now(),
  primary key (realm_id, user_id, kind, token)
);

-- Phones whose notifications only they can read. The relay is told of one that is pending; device_id is its name there.
create table push_device (
  realm_id                 int not null references realm,
  user_id                  int8 not null,
  push_account_id          int8 not null,
  token_kind               text not null check (token_kind in ('apns', 'fcm')),
  push_public_key          text not null,
  bouncer_public_key       text not null,
  encrypted_registration   text not null,
  status                   text not null check (status in ('pending', 'active', 'failed')),
  error_code               text,
  device_id                int8,
  attempts                 int not null default 0,
  due_at                   timestamptz not null default now(),
  primary key (realm_id, user_id, push_account_id)
);
create index push_device_due on push_device (due_at) where status = 'pending';
