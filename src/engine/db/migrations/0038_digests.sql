-- When somebody was last looked at for a weekly digest, whether there was anything to send or not.
create table digest (
  realm_id  int not null,
  user_id   int8 not null,
  sent_at   timestamptz not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);
