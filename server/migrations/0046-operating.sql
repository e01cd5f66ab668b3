-- What whoever runs the service is told of all organizations together: ages and counts, never a name or an amount. Of these
-- tables mos_system sees only the columns listed here. The policy beside a grant on columns opens no other column.
create policy crossing on usage_record_item for select to mos_system using (true);
grant select (org_id, entitlement_id, hour, state) on usage_record_item to mos_system;
create policy crossing on usage_report_row for select to mos_system using (true);
grant select (org_id, partner, hour, next_attempt_time) on usage_report_row to mos_system;
create policy crossing on entitlement for select to mos_system using (true);
grant select (org_id, id, partner) on entitlement to mos_system;
create policy crossing on connection for select to mos_system using (true);
grant select (org_id, id, partner, service, status) on connection to mos_system;
