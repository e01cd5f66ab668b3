-- Usage beyond a commit can be charged at the list price: as many units are submitted, at the price of the offer, as cost what the usage
-- costs at the list price. adjusted: units submitted in addition to those used (below 0: fewer). A retry takes them back.
alter table usage_report_row
  add column adjusted numeric not null default 0,
  add column unit_list_price numeric,
  drop constraint usage_report_row_identity,
  add constraint usage_report_row_identity
    check (standing = accepted + adjusted + carried_in - carried_out - carried_back - included - credited - committed);
