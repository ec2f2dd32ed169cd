-- Keys that people make, besides the one that is derived for each account. Of the secret only the SHA-256 is here. A row is
-- removed when its key is revoked, and by the hourly sweep when it has expired; there are at most 50 a user.
create table api_key (
  realm_id      int not null,
  id            int8 not null,
  hash          text not null,
  user_id       int8 not null,
  name          text not null,
  scopes        text[], -- null: everything that the account may
  created_at    timestamptz not null,
  expires_at    timestamptz,
  last_used_at  timestamptz, -- to within some minutes: see api/callers/key-use.ts
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references account
);
create unique index api_key_hash on api_key (realm_id, hash);
create index api_key_of_user on api_key (realm_id, user_id);

-- The key that registered the queue, which goes with it.
alter table event_queue
  add column key_id int8,
  add foreign key (realm_id, key_id) references api_key on delete cascade;
create index event_queue_key on event_queue (realm_id, key_id) where key_id is not null;
