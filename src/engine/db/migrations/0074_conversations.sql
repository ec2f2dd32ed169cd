-- Too many people do not fit into an index. The writer sees to it that a set of people has one conversation.
alter table direct_conversation drop constraint direct_conversation_realm_id_user_ids_key;
