-- Files of AWS that were read before this release are read again, as some of their rows say more than was understood: what pays
-- an adjustment or tax of the fee (a disbursed row without a line), and revisions of usage that stand again once a later one is
-- deleted (docs/decisions/0115-what-else-a-marketplace-tells.md). A row counts anew if it is none of those that count.
alter table revenue_row no force row level security;
alter table revenue_line no force row level security;
alter table revenue_part no force row level security;
update revenue_row r set superseded = true
where r.channel = 'AWS' and r.dataset = 'billing_event' and not r.superseded and not r.is_deleted
  and r.columns ->> 'action' = 'DISBURSED'
  and not exists (
    select from revenue_line l
    where l.org_id = r.org_id and l.channel = r.channel and l.dataset = r.dataset and l.key = r.key);
update revenue_part set state = 'FOUND', read_time = null, rows = 0, new_rows = 0, fault = null, operation_id = null
where channel = 'AWS' and state = 'READ' and name ~* '(billingeventfeed|dailyusagefeed)_v1/';
alter table revenue_row force row level security;
alter table revenue_line force row level security;
alter table revenue_part force row level security;
