-- Mail that waits to be sent. It is written with whatever causes it, and removed when the mail server has taken it.
create table mail (
  id               int8 generated always as identity primary key,
  realm_id         int not null references realm,
  recipient        text not null,
  subject          text not null,
  body             text not null,
  attempts         int not null default 0,
  next_attempt_at  timestamptz not null default now()
);
create index mail_due on mail (next_attempt_at);
