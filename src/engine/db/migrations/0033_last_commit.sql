-- Which group has left the head as it is: a number that its process chose by chance. A group that is sent before the one
-- before it is stored is written only after that one: docs/decisions/0036-groups-in-flight.md. A release that does not
-- know the column leaves the number of an earlier group, which no group expects that follows another one.
alter table realm_head add column last_commit int8 not null default 0;
