-- The search index before 0023_search_blocks.sql. No release that can still run beside this one uses it.
create or replace function forget_words() returns trigger language plpgsql as $$
begin
  insert into search_changed (realm_id, message_id) select gone.realm_id, gone.id from gone;
  return null;
end $$;
drop table message_search, search_stale, search_progress;
