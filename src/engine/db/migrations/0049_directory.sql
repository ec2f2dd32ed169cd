-- Directories by LDAP, with which accounts are kept in step: docs/decisions/0053-directories.md. A row for each organization
-- and directory of the operator's file, added when a server first sees it and removed after it is gone from there.
create table directory_sync (
  realm_id      int not null references realm,
  provider      text not null, -- the key of the provider
  next_at       timestamptz not null,
  leased_until  timestamptz not null, -- a process is at it until then
  attempt       int8 not null, -- counts how often it was taken, so that only the last who took it finishes it
  finished_at   timestamptz,
  problem       text, -- why the last one changed nothing
  primary key (realm_id, provider)
);
create index directory_sync_next on directory_sync (next_at);

-- When a directory's absence has deactivated the account, which alone it takes back: null again when somebody reactivates
-- it. And the hash of the picture that was taken over last.
alter table identity
  add column deactivated_at timestamptz,
  add column picture_hash text;
