-- Browsers that are logged in. A cookie holds the session's secret; the table holds its SHA-256.
create table browser_session (
  realm_id       int not null,
  id             int8 not null,
  hash           text not null,
  user_id        int8 not null,
  created_at     timestamptz not null,
  seen_at        timestamptz not null, -- to within some minutes: see api/browser/seen.ts
  agent          text not null,
  address        text not null,
  is_persistent  boolean not null, -- whether it outlives the browser
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references account
);
create unique index browser_session_hash on browser_session (realm_id, hash);
create index browser_session_of_user on browser_session (realm_id, user_id);

-- Links that log somebody in once.
create table login_link (
  realm_id    int not null,
  hash        text not null, -- SHA-256 of its secret part
  user_id     int8 not null,
  expires_at  timestamptz not null,
  primary key (realm_id, hash),
  foreign key (realm_id, user_id) references account
);
