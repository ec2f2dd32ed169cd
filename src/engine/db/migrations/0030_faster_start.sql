-- The few subscriptions that were ever interrupted, and those that are muted: a server that starts reads them by
-- themselves (engine/model/load-subscriptions.ts).
create index subscription_interrupted on subscription (realm_id)
  where received <> int8multirange(int8range(lower(received), null));
create index subscription_muted on subscription (realm_id) where is_muted;
