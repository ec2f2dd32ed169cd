-- A random number of the group that has left the head as it is. A group that was sent while the one before it was still
-- being stored is written only if that one was stored, too: docs/decisions/0036-groups-in-flight.md. A release that does
-- not know the column leaves the number of an earlier group, which no group expects that follows another one.
alter table realm_head add column last_commit int8 not null default 0;
