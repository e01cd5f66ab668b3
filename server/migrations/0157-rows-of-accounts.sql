-- Which account a row was read from: files of two accounts of Google Cloud have the same names
-- (docs/decisions/0295-rows-of-two-accounts.md). Null: an earlier release has stored it, and it is not known, or not of Google Cloud.
alter table revenue_row add column account_id text collate "C";
alter table revenue_row no force row level security;
alter table revenue_part no force row level security;
update revenue_row r set account_id = p.account_id
from (
  select org_id, name, min(account_id) as account_id from revenue_part
  where channel = 'GCP' and state = 'READ' group by org_id, name having count(*) = 1
) as p
where r.channel = 'GCP' and r.org_id = p.org_id and r.part = p.name;
alter table revenue_row force row level security;
alter table revenue_part force row level security;
