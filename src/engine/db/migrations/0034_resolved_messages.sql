-- The messages of resolved topics, which may be few among all: domains/conversations/read/narrow/state.ts.
create index message_resolved on message (realm_id, id) where starts_with(topic, '✔ ');
