-- Synchronizations of one CRM record take turns (docs/decisions/0265-turns-at-a-crm-record.md). crm_turn counts what was recorded about the
-- record; crm_writer is the operation that is writing it.
alter table referral add column crm_turn integer not null default 0;
alter table referral add column crm_writer uuid;
