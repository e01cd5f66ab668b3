-- Each webhook says itself when it has something to send: who claims deliveries finds it without a look at any of them, also where
-- organizations are on many servers.
-- due_time: business time of its earliest delivery that nobody is sending, or a time before. lease_time: wall time at which a lease of one that
-- is being sent ends.
alter table webhook_health add column due_time timestamptz, add column lease_time timestamptz;

alter table webhook no force row level security;
alter table webhook_health no force row level security;
alter table webhook_delivery no force row level security;
update webhook_health h set due_time = (
  select min(d.next_attempt_time) from webhook_delivery d
  where d.org_id = h.org_id and d.webhook_id = h.webhook_id and d.next_attempt_time is not null)
from webhook w where w.org_id = h.org_id and w.id = h.webhook_id and w.enabled;
alter table webhook force row level security;
alter table webhook_health force row level security;
alter table webhook_delivery force row level security;

create index webhook_health_due on webhook_health (due_time) where due_time is not null;
create index webhook_health_lease on webhook_health (lease_time) where lease_time is not null;
-- Leases that are held, over all organizations: as many as deliveries are being sent.
drop index webhook_delivery_leased;
create index webhook_delivery_leased on webhook_delivery (lease_until, org_id, webhook_id) where lease_until is not null;
grant select (due_time, lease_time), update (due_time, lease_time) on webhook_health to mos_system;
