-- Closed organizations are looked for four times a second by every process.
create index organization_closed on organization (id) where status = 'DISABLED';
