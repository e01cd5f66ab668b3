-- Lists of one organization in tables that hold the rows of many.

-- A search for a part of a text reads the entries of the caller's organization only: without org_id in the index, a small organization
-- paid for the rows of its neighbours. Trusted, like pg_trgm.
create extension if not exists btree_gin;
drop index buyer_name_text;
create index buyer_name_text on buyer using gin (org_id, mos_fold(name) gin_trgm_ops);
drop index commission_company_text;
create index commission_company_text on commission using gin (org_id, mos_fold(buyer_company_name) gin_trgm_ops);
drop index commission_deal_text;
create index commission_deal_text on commission using gin (org_id, mos_fold(deal_name) gin_trgm_ops);
drop index contact_email_text;
create index contact_email_text on contact using gin (org_id, mos_fold(email_address) gin_trgm_ops);
drop index contact_name_text;
create index contact_name_text on contact using gin (org_id, mos_fold(name) gin_trgm_ops);
drop index entitlement_name_text;
create index entitlement_name_text on entitlement using gin (org_id, mos_fold(name) gin_trgm_ops);
drop index notification_event_message;
create index notification_event_message on notification_event using gin (org_id, mos_fold(message) gin_trgm_ops);
drop index notification_message_subject;
create index notification_message_subject on notification_message using gin (org_id, mos_fold(subject) gin_trgm_ops);
drop index notification_message_text;
create index notification_message_text on notification_message using gin (org_id, mos_fold(text_content) gin_trgm_ops);
drop index offer_name_text;
create index offer_name_text on offer using gin (org_id, mos_fold(name) gin_trgm_ops);
drop index offer_set_name_text;
create index offer_set_name_text on offer_set using gin (org_id, mos_fold(name) gin_trgm_ops);
drop index partner_relationship_name_text;
create index partner_relationship_name_text on partner_relationship using gin (org_id, mos_fold(company_name) gin_trgm_ops);
drop index product_name_text;
create index product_name_text on product using gin (org_id, mos_fold(name) gin_trgm_ops);
drop index referral_company_text;
create index referral_company_text on referral using gin (org_id, mos_fold(buyer_company_name) gin_trgm_ops);
drop index referral_name_text;
create index referral_name_text on referral using gin (org_id, mos_fold(name) gin_trgm_ops);
drop index support_ticket_description_text;
create index support_ticket_description_text on support_ticket using gin (org_id, mos_fold(description) gin_trgm_ops);
drop index support_ticket_name_text;
create index support_ticket_name_text on support_ticket using gin (org_id, mos_fold(name) gin_trgm_ops);

-- Filters in the order of the list, so that a page is read and not sorted.
drop index contact_role;
create index contact_role on contact (org_id, role, creation_time desc, id desc) where role is not null;
drop index contact_company;
create index contact_company on contact (org_id, company_name, creation_time desc, id desc);
drop index contact_company_contact;
create index contact_company_contact on contact (org_id, company_contact_id, creation_time desc, id desc) where company_contact_id is not null;
create index contact_email on contact (org_id, email_address, id);
create index offer_partner_status on offer (org_id, partner, status, creation_time desc, id desc) where status <> 'DELETED';
create index audit_event_action on audit_event (org_id, action, creation_time desc, id desc);
