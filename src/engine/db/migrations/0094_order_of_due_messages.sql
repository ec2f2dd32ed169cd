-- What one person has scheduled for the same moment comes in the order in which they scheduled it.
drop index scheduled_message_due;
create index scheduled_message_due on scheduled_message (deliver_at, id) where failure is null;
drop index reminder_due;
create index reminder_due on reminder (deliver_at, id) where failure is null;
