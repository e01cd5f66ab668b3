-- The type of event of a partner's message, as the view auditing_event computes it: the list of the trail filters by it.
create index partner_message_event_type on partner_message (org_id, ((case
    when partner = 'AWS' and body ->> 'source' like 'aws.partnercentral%' then 'AWS_ACE_EVENT_BRIDGE'
    when partner = 'AWS' and body ? 'detail-type' then 'AWS_EVENT_BRIDGE'
    else partner || '_MARKETPLACE'
  end) collate "C"), creation_time desc, id desc);
