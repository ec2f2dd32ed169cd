-- The extra emoji is stored and sent in the one form that existing clients can read.
update reaction set reaction_type = 'zulip_extra_emoji', emoji_code = 'zulip', emoji_name = 'zulip'
where reaction_type = 'svc_extra_emoji';
update user_status set reaction_type = 'zulip_extra_emoji', emoji_code = 'zulip', emoji_name = 'zulip'
where reaction_type = 'svc_extra_emoji';
-- What queues have yet to deliver. The text is looked at first, because most events hold no emoji.
update event_log
set event = (event::jsonb
  || '{"reaction_type": "zulip_extra_emoji", "emoji_code": "zulip", "emoji_name": "zulip"}')::json
where event::text like '%"svc_extra_emoji"%' and event ->> 'type' in ('reaction', 'user_status')
  and event ->> 'reaction_type' = 'svc_extra_emoji';
