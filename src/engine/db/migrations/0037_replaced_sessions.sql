-- The session that this one took the place of in its browser: requests by that one's cookie may still be on their way, and
-- their answers must not take the next cookie away.
alter table browser_session add column replaces text;
create index browser_session_replaces on browser_session (realm_id, replaces) where replaces is not null;
