-- What a partner withheld of a payout (docs/decisions/0346-what-microsoft-withholds-of-a-payout.md): lines of no record, which name it.
create index revenue_line_withheld on revenue_line (org_id, payout) where record_id is null and stage = 'NOTED';
