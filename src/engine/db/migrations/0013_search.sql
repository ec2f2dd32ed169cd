-- Who made a message that they had not received part of their history: 32 is BITS.historical.
create index message_flag_historical on message_flag (realm_id, message_id) where bits & 32 <> 0;

-- The words of each message, their stems and the pairs of characters of scripts without spaces. It is written behind
-- the messages, in batches (search/indexing.ts): a send pays nothing for it.
create table message_search (
  realm_id    int not null,
  message_id  int8 not null,
  words       tsvector not null,
  primary key (realm_id, message_id)
);
-- Batches bring many entries at once; a list of entries yet to be sorted in would only slow down who searches.
create index message_search_words on message_search using gin (words) with (fastupdate = off);

-- Every word there is, with all threes of its letters, to find the words that hold a part.
create table search_word (
  realm_id  int not null,
  word      text collate "C" not null,
  threes    text[] collate "C" not null,
  primary key (realm_id, word)
);
create index search_word_threes on search_word using gin (threes) with (fastupdate = off);

-- Up to which message the words are written down.
create table search_progress (
  realm_id    int primary key references realm,
  message_id  int8 not null
);

-- Messages whose words have changed since.
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
