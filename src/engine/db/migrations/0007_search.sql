-- The words of each message, their stems, and pairs of characters for scripts without spaces. search/indexing.ts writes
-- it after the messages, in batches, so that a send does not wait for it.
create table message_search (
  realm_id    int not null,
  message_id  int8 not null,
  words       tsvector not null,
  primary key (realm_id, message_id)
);
-- A batch has many entries already; a list of pending ones would only slow down searches.
create index message_search_words on message_search using gin (words) with (fastupdate = off);

-- Every word of the index with all sequences of three of its letters, to find words by a part of them.
create table search_word (
  realm_id  int not null,
  word      text collate "C" not null,
  threes    text[] collate "C" not null,
  primary key (realm_id, word)
);
create index search_word_threes on search_word using gin (threes) with (fastupdate = off);

-- The newest message that is indexed.
create table search_progress (
  realm_id    int primary key references realm,
  message_id  int8 not null
);

-- Messages whose words have changed since they were indexed.
create table search_stale (
  realm_id    int not null,
  message_id  int8 not null,
  primary key (realm_id, message_id)
);

create function note_stale_words() returns trigger language plpgsql as $$
begin
  insert into search_stale (realm_id, message_id) values (new.realm_id, new.id) on conflict do nothing;
  return null;
end $$;
create trigger message_words_changed after update of topic, rendered_content on message
  for each row when (old.topic is distinct from new.topic or old.rendered_content is distinct from new.rendered_content)
  execute function note_stale_words();

create function forget_words() returns trigger language plpgsql as $$
begin
  delete from message_search s using gone where s.realm_id = gone.realm_id and s.message_id = gone.id;
  return null;
end $$;
create trigger message_words_gone after delete on message
  referencing old table as gone for each statement execute function forget_words();
