-- The voice that greets newcomers, beside the one for notices.
with heads as (update realm_head set last_id = last_id + 1 returning realm_id, last_id)
insert into system_bot (realm_id, id, name) select realm_id, last_id, 'welcome-bot' from heads;
