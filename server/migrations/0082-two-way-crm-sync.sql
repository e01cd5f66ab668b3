-- Two-way synchronization of referrals with their CRM records. crm_synced: what the CRM stated when both sides last agreed, by path.
-- crm_agreed: what the document said then, where it differs, and what the CRM is still owed. crm_errors: why the CRM half failed. crm_waits:
-- the CRM did not answer; the next scheduled run tries again.
alter table referral add column crm_agreed jsonb;
alter table referral add column crm_errors jsonb not null default '[]';
alter table referral add column crm_waits boolean not null default false;
create index referral_crm_waits on referral (org_id, crm_system, sync_attempt_time, id) where crm_waits;
create index referral_crm_partner on referral (org_id, crm_system, partner, id) where crm_record_id is not null;

-- HubSpot accounts that are connected already: their messages find the way. The secret behind the hash is known to nobody, because
-- HubSpot signs its messages.
do $$
declare account record;
begin
  for account in select org_id, id, partner from connection where service = 'CRM' and partner = 'HUBSPOT' loop
    perform set_config('app.org_id', account.org_id::text, true);
    insert into partner_route (connection_id, org_id, partner, hook_secret_hash)
      values (account.id, account.org_id, account.partner, sha256(uuid_send(gen_random_uuid())))
      on conflict do nothing;
  end loop;
  perform set_config('app.org_id', '', true);
end $$;
