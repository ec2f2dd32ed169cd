-- What people say about themselves for the moment. A row stays when everything in it is cleared.
create table user_status (
  realm_id       int not null,
  user_id        int8 not null,
  status_text    text not null default '',
  emoji_name     text not null default '',
  emoji_code     text not null default '',
  reaction_type  text not null default 'unicode_emoji',
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);
