-- The providers by which people log in that owners have added: docs/decisions/0049-sign-on.md. Owners change and remove
-- them; an organization has at most 20. Those of the operator's file have no row.
create table identity_provider (
  realm_id    int not null references realm,
  id          int8 not null,
  kind        text not null,
  slug        text not null, -- in addresses
  settings    jsonb not null,
  secret      text, -- sealed by the server's secret
  created_at  timestamptz not null,
  primary key (realm_id, id)
);
create unique index identity_provider_slug on identity_provider (realm_id, slug);

-- Who somebody is at a provider, which is the ID of a row above, or "file:" and a name in the operator's file. Written when
-- an account is linked or created by a login there; removed with the provider.
create table identity (
  realm_id    int not null,
  provider    text not null,
  subject     text not null,
  user_id     int8 not null,
  created_at  timestamptz not null,
  primary key (realm_id, provider, subject),
  foreign key (realm_id, user_id) references account
);
create unique index identity_of_user on identity (realm_id, user_id, provider);

-- A login at a provider that has begun in some browser. The first callback takes it, good or bad; the hourly sweep removes
-- those that are older than 10 minutes.
create table sign_in (
  realm_id      int not null references realm,
  hash          text not null, -- of the state
  browser_hash  text not null, -- of the cookie
  provider      text not null,
  nonce         text not null,
  verifier      text not null,
  is_signup     boolean not null,
  next          text not null,
  flow          text not null, -- browser, mobile, desktop
  otp           text, -- of an app
  invitation    text, -- the key of an invitation
  created_at    timestamptz not null,
  primary key (realm_id, hash)
);

-- What somebody who has come back from a provider may do once, within some minutes: begin a session in an app, or show by a
-- password that an account is theirs, which is then linked. The hourly sweep removes old ones.
create table login_ticket (
  realm_id      int not null,
  hash          text not null,
  user_id       int8 not null,
  kind          text not null, -- session, link
  provider      text, -- null where it was no provider that let them in
  subject       text,
  provider_session  text,
  ends_at       timestamptz,
  next          text not null,
  expires_at    timestamptz not null,
  primary key (realm_id, hash),
  foreign key (realm_id, user_id) references account
);
create index login_ticket_of_user on login_ticket (realm_id, user_id);

-- The IDs of messages of providers that count once, until they are too old to count at all: the hourly sweep removes them.
create table used_assertion (
  realm_id    int not null references realm,
  provider    text not null,
  id          text not null,
  expires_at  timestamptz not null,
  primary key (realm_id, provider, id)
);

-- The provider that has let in a session, its own name for it, and when the session ends however it is used.
alter table browser_session
  add column provider text,
  add column provider_session text,
  add column ends_at timestamptz;
create index browser_session_of_provider on browser_session (realm_id, provider, provider_session) where provider is not null;

-- Whose address a mail confirms, where they have come from a provider that does not vouch for it.
alter table registration
  add column provider text,
  add column subject text;
