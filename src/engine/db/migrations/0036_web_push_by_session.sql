-- What a browser's session has subscribed ends with it, by whichever way. Programs with an API key have no session. Whose
-- earlier subscriptions were is unknown, so that nothing would ever end them: people turn notifications on again.
delete from web_push_subscription;
alter table web_push_subscription
  add column session_id int8,
  add foreign key (realm_id, session_id) references browser_session on delete cascade;
create index web_push_subscription_session on web_push_subscription (realm_id, session_id) where session_id is not null;
