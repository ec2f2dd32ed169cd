-- Imports that are not done yet: domains/imports/load. Their organization has no row in realm_head, so no server knows it;
-- the last transaction of the import adds that row and removes this one.
create table realm_import (
  realm_id  int primary key references realm,
  digest    text not null, -- of the archive's tables: another archive does not go on where this one stopped
  step      text not null, -- what is being loaded
  done      int8 not null, -- how many rows or files of it were committed
  begun_at  timestamptz not null default now()
);
