-- The bytes of files, from the moment when the first of them arrives. A file is invisible until an `upload` names it; a
-- job removes those that no `upload` ever names.
create table upload_file (
  realm_id  int not null references realm,
  file      text not null, -- random; a part of the address
  begun_at  timestamptz not null default now(),
  primary key (realm_id, file)
);
create index upload_file_begun on upload_file (begun_at);

create table upload_chunk (
  realm_id  int not null,
  file      text not null,
  number    int not null, -- from 0; all but the last have the same length: domains/files/storage.ts
  data      bytea not null,
  primary key (realm_id, file, number),
  foreign key (realm_id, file) references upload_file on delete cascade
);
-- Most files are compressed already.
alter table upload_chunk alter column data set storage external;

-- Files that people have uploaded. The size of a picture is known at once; a job makes its thumbnails later.
create table upload (
  realm_id         int not null,
  id               int8 not null,
  owner_id         int8 not null,
  file             text not null,
  path             text not null, -- below /user_uploads/
  name             text not null, -- as its owner called it
  content_type     text not null,
  size             int8 not null,
  created_at       timestamptz not null,
  holds_script     boolean not null default false, -- of a PDF
  unclaimed_since  timestamptz, -- null while a message links to it
  width            int,
  height           int,
  is_animated      boolean not null default false,
  thumbnails       text check (thumbnails in ('due', 'ready', 'failed')), -- null where there will be none
  primary key (realm_id, id),
  foreign key (realm_id, owner_id) references account,
  foreign key (realm_id, file) references upload_file
);
create unique index upload_path on upload (realm_id, path);
create unique index upload_of_file on upload (realm_id, file);
create index upload_owner on upload (realm_id, owner_id, id);
create index upload_unclaimed on upload (realm_id, unclaimed_since) where unclaimed_since is not null;
create index upload_due on upload (created_at) where thumbnails = 'due';

create table upload_thumbnail (
  realm_id   int not null,
  upload_id  int8 not null,
  format     text not null, -- the last part of its address
  data       bytea not null,
  primary key (realm_id, upload_id, format),
  foreign key (realm_id, upload_id) references upload on delete cascade
);

-- The messages that link to a file: a user who may read one of them may have the file.
create table upload_claim (
  realm_id    int not null,
  upload_id   int8 not null,
  message_id  int8 not null,
  primary key (realm_id, upload_id, message_id),
  foreign key (realm_id, upload_id) references upload on delete cascade
);
create index upload_claim_message on upload_claim (realm_id, message_id);

-- The total size of an organization's files, in bytes.
create table upload_space (
  realm_id  int primary key references realm,
  used      int8 not null
);

-- Messages that were rendered before the thumbnail of a picture in them was ready.
create table due_rendering (
  realm_id    int not null,
  message_id  int8 not null,
  primary key (realm_id, message_id)
);
