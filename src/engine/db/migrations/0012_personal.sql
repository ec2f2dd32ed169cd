-- What a user has set otherwise than a new organization would have it: setting name to value.
alter table account add column settings jsonb not null default '{}';
