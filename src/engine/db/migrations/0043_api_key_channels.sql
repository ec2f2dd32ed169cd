-- The channels outside of which the key finds nothing; null where it is for all that its account may see.
alter table api_key add column channel_ids int8[];
