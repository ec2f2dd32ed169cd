-- Requests with an Idempotency-Key that have happened, and what was answered: see api/repeats/once.ts. Kept for a day.
create table idempotent_request (
  realm_id     int not null,
  user_id      int8 not null,
  key          text not null,
  fingerprint  text not null, -- of the request
  answer       text not null, -- JSON
  created_at   timestamptz not null default now(),
  primary key (realm_id, user_id, key)
);
create index idempotent_request_created on idempotent_request (created_at);
