-- The few messages that are more than text, or that call a whole channel.
create index message_traits on message (realm_id, id) include (traits) where traits <> 0;
