-- The organization's icon and logos, drawn anew. Their addresses hold the hash, which the organization's settings name.
create table realm_picture (
  realm_id  int not null references realm,
  kind      text not null check (kind in ('icon', 'logo', 'night_logo')),
  hash      text not null,
  data      bytea not null,
  primary key (realm_id, kind)
);
