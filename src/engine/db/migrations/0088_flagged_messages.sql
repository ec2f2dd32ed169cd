-- Messages that somebody has flags of are known by a trait (128), so that readers of the others need not look for any.
update message m set traits = traits | 128
where exists (select from message_flag f where f.realm_id = m.realm_id and f.message_id = m.id);
