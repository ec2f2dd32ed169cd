-- When the user of a session last showed that it is them, by which things that matter can be changed for some minutes;
-- and the code that was mailed to somebody who has no password, of which only the hash is here.
alter table browser_session
  add column confirmed_at timestamptz,
  add column code_hash    text,
  add column code_at      timestamptz;

-- Addresses that accounts had before: for a week the reader of mail there may have the account back, whatever was done with
-- it since. Rows go when one that is as old or older is used, when an administrator decides the address, and by the hourly
-- sweep. Of the token in the mail only the hash is stored.
create table email_undo (
  realm_id    int not null,
  token_hash  text not null,
  user_id     int8 not null,
  old_email   text not null,
  old_key     text not null, -- folded, as in account.email_key
  changed_at  timestamptz not null,
  primary key (realm_id, token_hash),
  foreign key (realm_id, user_id) references account
);
create index email_undo_user on email_undo (realm_id, user_id, changed_at);
create index email_change_created on email_change (realm_id, created_at);
