-- Entries are made when they are stored.
alter table event_log alter column created_at set default now();
