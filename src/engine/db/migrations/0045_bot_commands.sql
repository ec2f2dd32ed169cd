-- The slash commands of bots. A bot registers, changes and removes its own, and deactivating it removes them all, so that
-- names are free again. See docs/decisions/0048-commands-of-bots.md
create table bot_command (
  realm_id       int not null,
  id             int8 not null,
  bot_id         int8 not null,
  name           text not null, -- without the slash: lower-case letters, digits and hyphens
  description    text not null,
  argument_hint  text not null,
  primary key (realm_id, id),
  foreign key (realm_id, bot_id) references account
);
create unique index bot_command_name on bot_command (realm_id, name);
create index bot_command_bot on bot_command (realm_id, bot_id);

-- Commands that people have used, for the servers of outgoing webhook bots: written when they are used, and removed with the
-- answer, or when it is too late for one.
create table bot_invocation (
  realm_id    int not null,
  bot_id      int8 not null,
  id          int8 not null,
  invocation  jsonb not null, -- what the bot is told
  invoked_at  timestamptz not null default now(),
  attempts    int not null default 0,
  due_at      timestamptz not null default now(),
  primary key (realm_id, bot_id, id),
  foreign key (realm_id, bot_id) references account
);
