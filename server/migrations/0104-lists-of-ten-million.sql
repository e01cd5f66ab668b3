-- Invoices that are due last come first, those without a due time at the end, as in every order.
create index invoice_due_last on invoice (org_id, due_time desc nulls last, id desc);

-- What was changed by a program, or at a kind of thing, is rare in a long trail.
create index audit_event_actor_type on audit_event (org_id, ((actor ->> 'type') collate "C"), creation_time desc, id desc);
create index audit_event_entity_type on audit_event (org_id, entity_type, creation_time desc, id desc);
