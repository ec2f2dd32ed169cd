-- When people were last there. Lost in a crash without harm, so nothing refers to it.
create table presence (
  realm_id      int not null,
  user_id       int8 not null,
  active_at     timestamptz,
  connected_at  timestamptz not null,
  update_id     int8 not null,
  primary key (realm_id, user_id)
);
create index presence_update on presence (realm_id, update_id);

-- The number of the newest update. Whoever writes holds this row until the commit, so that numbers become visible in order.
create table presence_head (
  realm_id        int primary key,
  last_update_id  int8 not null
);
