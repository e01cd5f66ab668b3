-- What people decided about the checklist of first steps. What is done is never stored: it is read from what is there.

-- steps: {"CRM": {"intent": "SKIPPED", "time": "…"}}; a step that is ACTIVE is not in it.
create table onboarding (
  org_id uuid not null references organization (id),
  intent text not null check (intent in ('ACTIVE', 'SKIPPED', 'DISMISSED')),
  intent_time timestamptz,
  steps jsonb not null default '{}',
  version bigint not null default 1,
  primary key (org_id)
);
select mos_fence('onboarding');
