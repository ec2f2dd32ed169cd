-- The search index: in which messages of a block each word, stem or pair of characters stands. A block is 512 message
-- IDs, and `members` are the places of messages in it, two characters each (search/blocks.ts). A block is written when
-- all of its IDs are taken; newer messages are searched by reading them. search/indexing.ts writes and corrects the
-- rows, and removes a row when no message of the block has the word any more.
create table search_posting (
  realm_id  int not null,
  block     int8 not null,
  lexeme    text collate "C" not null,
  members   text collate "C" not null,
  primary key (realm_id, block, lexeme)
);

-- Messages with smaller IDs than `until` are in the index.
create table search_indexed (
  realm_id  int primary key references realm,
  until     int8 not null
);

-- Messages whose text, topic or existence changed after the index may have taken them in: a row for each change, so that
-- a writer never waits for the indexer. The indexer removes the rows.
create table search_changed (
  realm_id    int not null,
  id          int8 generated always as identity,
  message_id  int8 not null,
  primary key (realm_id, id)
);

create or replace function note_stale_words() returns trigger language plpgsql as $$
begin
  insert into search_changed (realm_id, message_id) values (new.realm_id, new.id);
  return null;
end $$;

-- message_search, search_progress and search_stale are the index of the release before, whose servers may still run.
-- They are to be dropped by a later migration; until then they hold nothing of older messages.
create or replace function forget_words() returns trigger language plpgsql as $$
begin
  delete from message_search s using gone where s.realm_id = gone.realm_id and s.message_id = gone.id;
  insert into search_changed (realm_id, message_id) select gone.realm_id, gone.id from gone;
  return null;
end $$;
truncate message_search, search_stale;
