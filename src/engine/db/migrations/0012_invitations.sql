-- Invitations that can still be accepted: to one address, or by a link for many (no address). A row goes when it is
-- accepted or revoked; those that have expired are swept hourly. The key in the link is derived from `nonce` and the
-- server's secret, so this table alone lets nobody in.
create table invitation (
  realm_id         int not null,
  id               int8 not null,
  inviter_id       int8 not null,
  email            text,
  email_key        text,
  role             int not null,
  channel_ids      int8[] not null,
  group_ids        int8[] not null,
  with_defaults    boolean not null, -- whether the newcomer also gets the default channels
  tells_inviter    boolean not null,
  welcome_text     text, -- instead of the organization's
  nonce            text not null,
  created_at       timestamptz not null, -- when it was sent last
  expires_at       timestamptz, -- null: never
  is_reminded      boolean not null default false,
  primary key (realm_id, id),
  foreign key (realm_id, inviter_id) references account
);
create index invitation_email on invitation (realm_id, email_key) where email_key is not null;
create index invitation_inviter on invitation (realm_id, inviter_id);

-- One row for each mail with an invitation, kept for a day, so that invitations which were revoked count towards the
-- limits, too.
create table invitation_mail (
  realm_id    int not null references realm,
  email_key   text not null,
  sent_at     timestamptz not null
);
create index invitation_mail_sent on invitation_mail (realm_id, sent_at);
