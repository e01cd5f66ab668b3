-- What the marketplace said when it was asked before a settlement; null: it could not be asked any more.
alter table usage_settlement add column partner_answer jsonb;
