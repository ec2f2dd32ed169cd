-- An organization. Every later table names it in `realm_id`, the first column of the table's key.
create table realm (
  id                     int generated always as identity primary key,
  subdomain              text not null unique check (subdomain ~ '^[a-z0-9-]{0,40}$'),
  name                   text not null,
  created_at             timestamptz not null default now(),
  deactivated            boolean not null default false,
  settings               jsonb not null default '{}', -- what differs from a new organization: setting name to value
  -- Queues of guests that began before this log position are refused, so that the guests register anew:
  -- see domains/organization/settings/actions/guest-visibility.ts.
  guest_queues_ended_at  int8 not null default 0
);

-- The counters of an organization. Every write locks this row until it commits, so that the counters rise in commit
-- order and leave no gap. The row is updated by every commit; the fill factor keeps its new versions on the same page.
create table realm_head (
  realm_id         int primary key references realm,
  position         int8 not null default 0, -- the newest log position
  last_message_id  int8 not null default 0,
  last_id          int8 not null default 0  -- users, groups, channels and conversations share one counter
) with (fillfactor = 20);

-- Facts about the installation itself, such as the fingerprint of its secret.
create table installation (
  name   text primary key,
  value  text not null
);

-- The e-mail domains whose addresses may join.
create table realm_domain (
  realm_id          int not null references realm,
  domain            text not null,
  allow_subdomains  boolean not null default false,
  primary key (realm_id, domain)
);

-- Senders of messages that are not accounts: nobody logs in as one, and no list of users has them.
create table system_bot (
  realm_id  int not null references realm,
  id        int8 not null, -- from the counter of users
  name      text not null,
  primary key (realm_id, id),
  unique (realm_id, name)
);

create table linkifier (
  realm_id      int not null references realm,
  id            int8 not null,
  pattern       text not null,
  url_template  text not null,
  position      int4 not null,
  primary key (realm_id, id)
);

create table playground (
  realm_id           int not null references realm,
  id                 int8 not null,
  name               text not null,
  pygments_language  text not null,
  url_template       text not null,
  primary key (realm_id, id)
);

-- Deactivated emoji stay, because messages and reactions still show them.
create table custom_emoji (
  realm_id     int not null references realm,
  id           int8 not null,
  name         text not null,
  source_url   text not null,
  still_url    text,
  deactivated  boolean not null default false,
  author_id    int8,
  primary key (realm_id, id)
);

create table emoji_picture (
  realm_id      int not null references realm,
  file          text not null,
  emoji_id      int8 not null,
  content_type  text not null,
  data          bytea not null,
  primary key (realm_id, file)
);
