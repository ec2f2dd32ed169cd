-- Whoever is deactivated receives nothing, and is subscribed again when they come back.
alter table subscription add column is_dormant boolean not null default false;

-- A member whose account is younger than the organization's waiting period; kept current by a job.
alter table account add column is_provisional boolean not null default false;

create table custom_profile_field (
  realm_id                    int not null references realm,
  id                          int8 not null,
  name                        text not null,
  hint                        text not null default '',
  type                        int2 not null check (type between 1 and 8),
  field_data                  text not null default '',
  position                    int8 not null,
  display_in_profile_summary  boolean not null default false,
  required                    boolean not null default false,
  editable_by_user            boolean not null default true,
  primary key (realm_id, id)
);
create unique index custom_profile_field_name on custom_profile_field (realm_id, name);

create table custom_profile_value (
  realm_id        int not null,
  user_id         int8 not null,
  field_id        int8 not null,
  value           text not null,
  rendered_value  text,
  primary key (realm_id, user_id, field_id),
  foreign key (realm_id, user_id) references account,
  foreign key (realm_id, field_id) references custom_profile_field
);

-- Where an outgoing-webhook bot is called, or what an embedded one is made of.
create table bot_service (
  realm_id   int not null,
  bot_id     int8 not null,
  base_url   text not null default '',
  interface  int2 not null default 1,
  name       text not null default '',
  config     jsonb not null default '{}',
  primary key (realm_id, bot_id),
  foreign key (realm_id, bot_id) references account
);

create table bot_default (
  realm_id                        int not null,
  bot_id                          int8 not null,
  default_sending_stream          int8,
  default_events_register_stream  int8,
  default_all_public_streams      boolean not null default false,
  primary key (realm_id, bot_id),
  foreign key (realm_id, bot_id) references account
);

create table bot_storage (
  realm_id  int not null,
  bot_id    int8 not null,
  key       text not null,
  value     text not null,
  primary key (realm_id, bot_id, key),
  foreign key (realm_id, bot_id) references account
);

create table realm_domain (
  realm_id          int not null references realm,
  domain            text not null,
  allow_subdomains  boolean not null default false,
  primary key (realm_id, domain)
);
