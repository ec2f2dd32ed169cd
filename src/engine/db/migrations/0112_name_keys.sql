-- What is compared without case is stored as `caseless` (platform/characters.ts) has folded it, and compared byte by byte:
-- `lower` depends on the database's collation, and differs from JavaScript's. Filled by engine/db/fold-names.ts, which follows.
drop index account_email;
drop index channel_name;
drop index user_topic_key;
drop index user_topic_topic;
drop index message_topic;
drop index message_topic_sender;
drop index message_topic_arrived;

alter table account add column email_key text collate "C";
alter table channel add column name_key text collate "C";
alter table user_topic add column topic_key text collate "C";
alter table message add column topic_key text collate "C";
