-- How an organization shows itself to its buyers: on the landing page, and in the mails about offers. A null member has its standard.
create table branding (
  org_id uuid not null references organization (id),
  display_name text,
  accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  -- A data: URL of a small PNG or JPEG: pages that show it ask no other server for it.
  logo text,
  support_email text,
  support_url text,
  last_update_time timestamptz not null,
  version bigint not null default 1,
  primary key (org_id)
);
select mos_fence('branding');

-- The line that a seller writes above an offer when contacts are notified of it. Inputs of runs hold only ids, so the run reads it here.
create table offer_notice (
  org_id uuid not null,
  id uuid not null,
  offer_id uuid not null,
  personal_line text not null,
  creation_time timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, offer_id) references offer
);
select mos_fence('offer_notice');

-- Where replies to a mail go; null: to its sender.
alter table notification_message add column reply_to text collate "C";
