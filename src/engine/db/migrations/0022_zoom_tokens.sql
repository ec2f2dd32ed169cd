-- What Zoom gave a person so that Parley makes calls in their name: encrypted, because it opens their account there.
create table zoom_token (
  realm_id    int not null references realm,
  user_id     int8 not null,
  sealed      text not null,
  expires_at  timestamptz not null,
  primary key (realm_id, user_id)
);
