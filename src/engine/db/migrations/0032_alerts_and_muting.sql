-- The words that a user is alerted to, in the order and spelling in which they were added.
create table alert_words (
  realm_id  int not null,
  user_id   int8 not null,
  words     text[] not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);

create table muted_user (
  realm_id       int not null,
  user_id        int8 not null,
  muted_user_id  int8 not null,
  muted_at       timestamptz not null,
  primary key (realm_id, user_id, muted_user_id),
  foreign key (realm_id, user_id) references account,
  foreign key (realm_id, muted_user_id) references account
);
