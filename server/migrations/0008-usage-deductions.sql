-- Usage allocated to tag sets, and usage that credit or commit of a term has paid for already.
-- A tag set is a list of [key, value] in order of the keys; what is not allocated to one is untagged and written nowhere.

-- The tagged parts of an item: [[tag set, quantity], …].
alter table usage_record_item add column allocations jsonb;

-- What the tag sets have of the fraction: [[tag set, fraction], …].
alter table usage_cursor add column allocations jsonb not null default '[]';

-- allocations, frozen: [[tag set, told, carried in, carried out], …]. credited and committed are units that were paid for by
-- credit_amount and commit_amount at the unit price (null: not known). A retry gives them back to the term.
alter table usage_report_row
  add column allocations jsonb,
  add column credited numeric not null default 0 check (credited >= 0),
  add column committed numeric not null default 0 check (committed >= 0),
  add column credit_amount numeric not null default 0 check (credit_amount >= 0),
  add column commit_amount numeric not null default 0 check (commit_amount >= 0),
  add column unit_price numeric,
  drop constraint usage_report_row_check,
  add constraint usage_report_row_identity check (standing = accepted + carried_in - carried_out - credited - committed);

-- Credit and commit of the term after the report was made; null where nothing was to be deducted.
alter table usage_report
  add column credit_amount numeric,
  add column used_credit_amount numeric,
  add column commit_amount numeric,
  add column used_commit_amount numeric;
