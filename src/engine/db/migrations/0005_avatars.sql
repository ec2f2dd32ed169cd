-- Pictures that people uploaded, in two sizes. The hash stands in their addresses and cannot be guessed.
create table avatar (
  realm_id  int not null,
  user_id   int8 not null,
  hash      text not null,
  small     bytea not null,
  medium    bytea not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);
create unique index avatar_hash on avatar (realm_id, hash);

alter table account add column avatar_hash text;
