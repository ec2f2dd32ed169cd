-- Where answers to a mail go, if they may come in by mail.
alter table mail add column reply_to text;
