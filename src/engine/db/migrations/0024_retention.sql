-- Direct messages by age, for those that are kept for a while only.
create index message_direct on message (realm_id, id) where is_direct;
