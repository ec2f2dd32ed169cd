-- What a login asks for beside the password. A row without `confirmed_at` was begun, and logins do not ask for it yet.
-- See docs/decisions/0050-two-steps.md
create table two_step (
  realm_id      int not null,
  user_id       int8 not null,
  secret        text not null, -- of the codes, sealed by the server's key
  begun_at      timestamptz not null,
  confirmed_at  timestamptz,
  last_step     int8 not null default 0, -- the 30 seconds of the newest code that was used: none works twice
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);

-- What lets somebody in who has lost the device with the codes: each works once. Of a code only the SHA-256 is here.
create table recovery_code (
  realm_id  int not null,
  user_id   int8 not null,
  hash      text not null,
  primary key (realm_id, user_id, hash),
  foreign key (realm_id, user_id) references two_step on delete cascade
);
