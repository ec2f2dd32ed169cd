-- Files in the operator's bucket. `bucket_key` is what the keys of a file's objects begin with; null while its bytes are
-- in `upload_chunk`.
alter table upload_file add column bucket_key text;

-- What may have objects in the bucket: a row is written before the first object, and a job removes it after the last,
-- when no `upload_file` names it any more. No key is used twice.
create table bucket_file (
  realm_id    int not null references realm,
  bucket_key  text not null,
  begun_at    timestamptz not null default now(),
  primary key (realm_id, bucket_key)
);
create unique index upload_file_bucket on upload_file (realm_id, bucket_key) where bucket_key is not null;
create index bucket_file_begun on bucket_file (realm_id, begun_at);
