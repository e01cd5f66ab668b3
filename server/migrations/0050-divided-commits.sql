-- A commit can be divided into parts, which are terms of type DivideCommit within the term that was divided.
-- parent_term_id: the divided term. agreed_start: where the part was to begin; its start_time is that, cut to the parent.
-- divided_amount: how much of the term's commit stands in its parts; the rest of the commit stays with the term.
alter table entitlement_term
  add column parent_term_id uuid,
  add column agreed_start timestamptz,
  add column divided_amount numeric not null default 0 check (divided_amount >= 0),
  add constraint entitlement_term_part check (
    (type = 'DivideCommit') = (parent_term_id is not null) and (parent_term_id is null) = (agreed_start is null)
    and (parent_term_id is null or divided_amount = 0));

-- share_amount: what of credit_amount was paid from the share of a part of the term, share_term_id; a retry gives it back there.
alter table usage_report_row
  add column share_term_id uuid,
  add column share_amount numeric not null default 0,
  add constraint usage_report_row_share check (
    share_amount >= 0 and share_amount <= credit_amount and (share_amount = 0 or share_term_id is not null));
