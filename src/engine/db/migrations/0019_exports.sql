-- Archives of an organization. One that is pending belongs for a while to the process that makes it; `attempts` tells
-- which one that is, so that a process that was paused meanwhile adds nothing.
create table realm_export (
  realm_id        int not null references realm,
  id              int8 not null,
  acting_user_id  int8 not null,
  kind            int2 not null check (kind in (1, 2)),
  status          text not null default 'pending' check (status in ('pending', 'done', 'failed', 'deleted')),
  started_at      timestamptz not null default now(),
  failed_at       timestamptz,
  deleted_at      timestamptz,
  progress        int2 not null default 0,
  size            int8 not null default 0,
  attempts        int not null default 0,
  leased_until      timestamptz not null default now(),
  primary key (realm_id, id)
);
create unique index realm_export_pending on realm_export (realm_id) where status = 'pending';

create table export_chunk (
  realm_id   int not null,
  export_id  int8 not null,
  attempt    int not null,
  number     int not null,
  data       bytea not null,
  primary key (realm_id, export_id, attempt, number),
  foreign key (realm_id, export_id) references realm_export
);
-- What is packed already would only be tried in vain.
alter table export_chunk alter column data set storage external;
