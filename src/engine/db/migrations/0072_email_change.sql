-- Wishes for another address, until whoever reads mail there has confirmed it. Only the newest of a user counts, and of
-- its word only the hash is kept.
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
