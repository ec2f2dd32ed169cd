-- Who made a message that they had not received part of their history: 32 is BITS.historical.
create index message_flag_historical on message_flag (realm_id, message_id) where bits & 32 <> 0;
