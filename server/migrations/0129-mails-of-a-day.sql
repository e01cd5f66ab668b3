-- An organization writes so many mails a day; those that were kept without being sent do not count, however many there are
-- (docs/decisions/0236-what-one-organization-has-others-mailed.md).
create index notification_message_mails on notification_message (org_id, creation_time)
  where channel = 'EMAIL' and not (status = 'FAILED' and attempts = 0);
