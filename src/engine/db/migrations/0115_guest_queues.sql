-- Guests whose queues began before this log position register anew: see domains/organization/settings/actions/guest-visibility.ts.
alter table realm add column guest_queues_ended_at int8 not null default 0;
