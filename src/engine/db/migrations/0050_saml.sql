-- Somebody of whom a provider of SAML has shown who they are, by a form that it made their browser send: no cookie of ours
-- comes with it. The page to which it leads takes the row and compares the cookie. The hourly sweep removes old ones.
create table proven_sign_in (
  realm_id    int not null references realm,
  hash        text not null, -- of the ticket in the page's address
  provider    text not null,
  attempt     jsonb not null,
  proof       jsonb not null,
  expires_at  timestamptz not null,
  primary key (realm_id, hash)
);

-- What the provider of somebody who has still to fill in a form says of its own session.
alter table registration
  add column provider_session text,
  add column session_ends_at timestamptz;
