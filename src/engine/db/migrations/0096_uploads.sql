-- The bytes of files, in pieces, from the moment when the first of them comes. Until an `upload` names a file nobody sees
-- it; what never gets that far is swept. `data` is stored as it is: most files are packed already.
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
  number    int not null, -- from 0; all but the last have the same length, see domains/files/storage.ts
  data      bytea not null,
  primary key (realm_id, file, number),
  foreign key (realm_id, file) references upload_file on delete cascade
);
alter table upload_chunk alter column data set storage external;

-- Files that people have uploaded. The size of pictures is known at once; their smaller versions are drawn later.
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
  unclaimed_since  timestamptz, -- null while a message has it
  width            int,
  height           int,
  is_animated      boolean not null default false,
  thumbnails       text check (thumbnails in ('due', 'ready', 'failed')), -- null where none will be
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

-- The messages that share a file: whoever may read one of them may have it.
create table upload_claim (
  realm_id    int not null,
  upload_id   int8 not null,
  message_id  int8 not null,
  primary key (realm_id, upload_id, message_id),
  foreign key (realm_id, upload_id) references upload on delete cascade
);
create index upload_claim_message on upload_claim (realm_id, message_id);

-- How many bytes an organization's files have together.
create table upload_space (
  realm_id  int primary key references realm,
  used      int8 not null
);

-- Messages that show a picture which was not drawn yet when they were rendered.
create table due_rendering (
  realm_id    int not null,
  message_id  int8 not null,
  primary key (realm_id, message_id)
);
