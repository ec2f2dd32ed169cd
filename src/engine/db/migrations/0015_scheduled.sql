-- Messages that wait for their time. A delivered one is gone: its row goes with the commit that posts the message.
create table scheduled_message (
  realm_id          int not null,
  id                int8 not null,
  user_id           int8 not null,
  type              text not null check (type in ('private', 'stream')),
  recipients        int8[] not null, -- one channel, or people
  topic             text not null,
  content           text not null,
  rendered_content  text not null,
  client            text not null,
  sender_read       boolean not null,
  deliver_at        timestamptz not null,
  failure           text, -- why it could not be delivered
  revision          int not null default 0, -- moves with every change, so that nobody delivers what was edited meanwhile
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references account
);
create index scheduled_message_user on scheduled_message (realm_id, user_id, deliver_at, id);
create index scheduled_message_due on scheduled_message (deliver_at) where failure is null;

-- Messages that users want to be reminded of.
create table reminder (
  realm_id          int not null,
  id                int8 not null,
  user_id           int8 not null,
  message_id        int8 not null,
  note              text not null,
  content           text not null,
  rendered_content  text not null,
  deliver_at        timestamptz not null,
  failure           text,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references account
);
create index reminder_user on reminder (realm_id, user_id, deliver_at, id);
create index reminder_due on reminder (deliver_at) where failure is null;
