-- Partners that were invited to a deal (AZURE). external_id: the referral of the invited partner, once it was made.
create table referral_invitation (
  org_id uuid not null,
  id uuid not null,
  referral_id uuid not null,
  partner_id text not null,
  notes text not null,
  assistance_request_code text not null,
  external_id text,
  created_by text not null,
  creation_time timestamptz not null,
  primary key (org_id, id)
);
select mos_fence('referral_invitation');
