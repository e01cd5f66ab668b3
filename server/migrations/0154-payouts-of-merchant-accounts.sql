-- A payout of Adyen is named by its merchant account and its batch: batches are numbered for each merchant account
-- (docs/decisions/0277-a-payout-of-adyen-names-its-merchant-account.md). The key of a row has both, and the row's place in the batch.
alter table revenue_line no force row level security;
alter table revenue_record no force row level security;
update revenue_line set payout = regexp_replace(key, '^(.*) (\S+) \d+$', '\1-\2') where channel = 'ADYEN' and payout is not null;
update revenue_record r set payout = n.payout, trace = n.trace, version = r.version + 1, last_update_time = now()
from (
  select l.org_id, l.record_id, l.currency, max(l.payout) filter (where l.stage = 'DISBURSED') as payout, max(b.trace) as trace
  from revenue_line l
  left join (
    select org_id, payout, max(trace) as trace from revenue_line
    where channel = 'ADYEN' and kind = 'PAYOUT' group by org_id, payout
  ) as b on b.org_id = l.org_id and b.payout = l.payout
  where l.channel = 'ADYEN' and l.record_id is not null group by l.org_id, l.record_id, l.currency
) as n
where r.channel = 'ADYEN' and r.org_id = n.org_id and r.record_id = n.record_id and r.currency = n.currency
  and (r.payout, r.trace) is distinct from (n.payout, n.trace);
alter table revenue_line force row level security;
alter table revenue_record force row level security;
