-- Whoever's queues began before this log position registers anew: see domains/people/accounts/actions/update-user.ts.
alter table account add column queues_ended_at int8 not null default 0;
