-- The words that a user is alerted to, in the order and spelling in which they were added.
create table alert_words (
  realm_id  int not null,
  user_id   int8 not null,
  words     text[] not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);

-- Messages that their author has not sent yet.
create table draft (
  realm_id    int not null,
  id          int8 not null,
  user_id     int8 not null,
  type        text not null check (type in ('', 'private', 'stream')),
  recipients  int8[] not null, -- one channel, or people
  topic       text not null,
  content     text not null,
  edited_at   timestamptz not null,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references account
);
create index draft_user on draft (realm_id, user_id, edited_at, id);

create table saved_snippet (
  realm_id    int not null,
  id          int8 not null,
  user_id     int8 not null,
  title       text not null,
  content     text not null,
  created_at  timestamptz not null,
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references account
);
create index saved_snippet_user on saved_snippet (realm_id, user_id, id);

-- Messages that wait for their time. The commit that posts a message removes its row.
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
  revision          int not null default 0, -- rises with every change, so that no job delivers an outdated text
  primary key (realm_id, id),
  foreign key (realm_id, user_id) references account
);
create index scheduled_message_user on scheduled_message (realm_id, user_id, deliver_at, id);
-- Messages for the same moment are sent in the order in which they were scheduled.
create index scheduled_message_due on scheduled_message (deliver_at, id) where failure is null;

-- Scheduled messages that were sent recently: a client that changes one of them is told that it is too late.
create table sent_scheduled (
  realm_id  int not null,
  user_id   int8 not null,
  id        int8 not null,
  sent_at   timestamptz not null default now(),
  primary key (realm_id, user_id, id)
);

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
create index reminder_due on reminder (deliver_at, id) where failure is null;

-- Views in a user's navigation; built-in ones have no name of their own.
create table navigation_view (
  realm_id   int not null,
  user_id    int8 not null,
  fragment   text not null,
  is_pinned  boolean not null,
  name       text,
  primary key (realm_id, user_id, fragment),
  foreign key (realm_id, user_id) references account
);
create unique index navigation_view_name on navigation_view (realm_id, user_id, name);

-- The steps of the introduction that a user has seen.
create table onboarding_step (
  realm_id  int not null,
  user_id   int8 not null,
  name      text not null,
  primary key (realm_id, user_id, name),
  foreign key (realm_id, user_id) references account
);
