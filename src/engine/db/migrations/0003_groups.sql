-- Groups of users. They are deactivated, never deleted.
create table user_group (
  realm_id     int not null references realm,
  id           int8 not null,
  name         text not null,
  description  text not null,
  is_system    boolean not null default false,
  creator_id   int8,
  created_at   timestamptz,
  deactivated  boolean not null default false,
  settings     jsonb not null, -- setting name to group-setting value
  primary key (realm_id, id),
  unique (realm_id, name)
);

create table user_group_member (
  realm_id  int not null,
  group_id  int8 not null,
  user_id   int8 not null,
  primary key (realm_id, group_id, user_id),
  foreign key (realm_id, group_id) references user_group
);

create table user_group_subgroup (
  realm_id     int not null,
  group_id     int8 not null,
  subgroup_id  int8 not null,
  primary key (realm_id, group_id, subgroup_id),
  foreign key (realm_id, group_id) references user_group
);
