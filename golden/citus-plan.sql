-- How the tables are spread over the servers of Citus. The migrator sends this in one transaction where the operator wants it (docs/operating/scale-out.md).
-- Not distributed by organization:
--   organization: reference; tables of organizations refer to it
--   api_client: reference; who is calling is found before the organization is known, on every request
--   membership: reference; who is calling is found before the organization is known, on every request
--   oauth_app: reference; who is calling is found before the organization is known, on every request
--   revoked_token: reference; who is calling is found before the organization is known, on every request
--   role: reference; who is calling is found before the organization is known, on every request
--   steady_clock: reference; the age of an idempotency key is compared with it, on every request that has one
--   account: coordinator; people belong to several organizations, and sign in before one is chosen
--   account_login: coordinator; people belong to several organizations, and sign in before one is chosen
--   account_mail: coordinator; people belong to several organizations, and sign in before one is chosen
--   account_network: coordinator; people belong to several organizations, and sign in before one is chosen
--   account_passkey: coordinator; people belong to several organizations, and sign in before one is chosen
--   account_second_factor: coordinator; people belong to several organizations, and sign in before one is chosen
--   account_session: coordinator; people belong to several organizations, and sign in before one is chosen
--   account_sign_up: coordinator; people belong to several organizations, and sign in before one is chosen
--   account_used_code: coordinator; people belong to several organizations, and sign in before one is chosen
--   account_verification: coordinator; people belong to several organizations, and sign in before one is chosen
--   organization_founder: coordinator; people belong to several organizations, and sign in before one is chosen
--   engine_turn: coordinator; it coordinates the processes of the service
--   executor: coordinator; it coordinates the processes of the service
--   migration: coordinator; it coordinates the processes of the service
--   migration_lock: coordinator; it coordinates the processes of the service
--   auth_throttle: coordinator; it protects sign-in, and belongs to no organization
--   signing_key: coordinator; it protects sign-in, and belongs to no organization
--   knowledge_index: coordinator; the documents are the same for everybody
--   knowledge_piece: coordinator; the documents are the same for everybody
--   knowledge_word: coordinator; the documents are the same for everybody
--   month_retention: coordinator; it says which months of all organizations are kept
--   monthly_table: coordinator; it says which months of all organizations are kept

set local citus.multi_shard_modify_mode = 'sequential';
set local citus.enable_unsafe_triggers = on;
set local citus.shard_replication_factor = 1;
alter role mos_read login;
alter role mos_write login;
alter role mos_system login;
alter table api_client drop constraint api_client_org_id_fkey;
alter table billable_hour drop constraint billable_hour_org_id_report_id_fkey;
alter table branding drop constraint branding_org_id_fkey;
alter table buyer_contact drop constraint buyer_contact_org_id_buyer_id_fkey;
alter table buyer_contact drop constraint buyer_contact_org_id_contact_id_fkey;
alter table buyer_payment drop constraint buyer_payment_org_id_buyer_id_fkey;
alter table charge_dispute drop constraint charge_dispute_org_id_charge_id_fkey;
alter table commission drop constraint commission_org_id_referral_id_fkey;
alter table commission drop constraint commission_org_id_relationship_id_fkey;
alter table commission_entry drop constraint commission_entry_org_id_commission_id_fkey;
alter table connection drop constraint connection_org_id_fkey;
alter table credit_spend drop constraint credit_spend_org_id_buyer_id_fkey;
alter table entitlement drop constraint entitlement_org_id_buyer_id_fkey;
alter table entitlement drop constraint entitlement_org_id_offer_id_fkey;
alter table entitlement drop constraint entitlement_org_id_product_id_fkey;
alter table entitlement_cancellation_request drop constraint entitlement_cancellation_request_org_id_entitlement_id_fkey;
alter table entitlement_external_id drop constraint entitlement_external_id_org_id_entitlement_id_fkey;
alter table entitlement_price drop constraint entitlement_price_org_id_entitlement_id_fkey;
alter table entitlement_term drop constraint entitlement_term_org_id_entitlement_id_fkey;
alter table exchange_rate drop constraint exchange_rate_org_id_table_name_fkey;
alter table former_member drop constraint former_member_org_id_fkey;
alter table invoice drop constraint invoice_org_id_entitlement_id_fkey;
alter table invoice drop constraint invoice_org_id_refund_of_fkey;
alter table membership drop constraint membership_org_id_custom_role_id_fkey;
alter table membership drop constraint membership_org_id_fkey;
alter table notification_digest drop constraint notification_digest_org_id_event_id_fkey;
alter table notification_message drop constraint notification_message_org_id_contact_id_fkey;
alter table notification_message drop constraint notification_message_org_id_fkey;
alter table oauth_app drop constraint oauth_app_org_id_custom_role_id_fkey;
alter table oauth_app drop constraint oauth_app_org_id_fkey;
alter table offer drop constraint offer_org_id_buyer_id_fkey;
alter table offer drop constraint offer_org_id_offer_set_id_fkey;
alter table offer drop constraint offer_org_id_product_id_fkey;
alter table offer_contact drop constraint offer_contact_org_id_contact_id_fkey;
alter table offer_contact drop constraint offer_contact_org_id_offer_id_fkey;
alter table offer_external_id drop constraint offer_external_id_org_id_offer_id_fkey;
alter table offer_notice drop constraint offer_notice_org_id_offer_id_fkey;
alter table offer_set_offer drop constraint offer_set_offer_org_id_offer_id_fkey;
alter table offer_set_offer drop constraint offer_set_offer_org_id_offer_set_id_fkey;
alter table onboarding drop constraint onboarding_org_id_fkey;
alter table partner_contact drop constraint partner_contact_org_id_relationship_id_fkey;
alter table partner_file drop constraint partner_file_org_id_relationship_id_fkey;
alter table partner_invitation drop constraint partner_invitation_org_id_relationship_id_fkey;
alter table partner_route drop constraint partner_route_org_id_connection_id_fkey;
alter table partner_route drop constraint partner_route_org_id_fkey;
alter table referral drop constraint referral_org_id_relationship_id_fkey;
alter table role drop constraint role_org_id_fkey;
alter table support_attachment drop constraint support_attachment_org_id_comment_id_fkey;
alter table support_attachment drop constraint support_attachment_org_id_ticket_id_fkey;
alter table support_comment drop constraint support_comment_org_id_ticket_id_fkey;
alter table support_ticket_watcher drop constraint support_ticket_watcher_org_id_ticket_id_fkey;
alter table usage_report_row drop constraint usage_report_row_org_id_report_id_fkey;
alter table usage_report_send drop constraint usage_report_send_org_id_row_id_fkey;
alter table usage_settlement drop constraint usage_settlement_org_id_row_id_fkey;
alter table wallet drop constraint wallet_org_id_buyer_id_fkey;
alter table wallet_charge drop constraint wallet_charge_org_id_wallet_id_fkey;
alter table wallet_entry drop constraint wallet_entry_org_id_wallet_id_fkey;
alter table wallet_refund drop constraint wallet_refund_org_id_charge_id_fkey;
alter table webhook_attempt drop constraint webhook_attempt_org_id_delivery_id_fkey;
alter table webhook_delivery drop constraint webhook_delivery_org_id_webhook_id_fkey;
alter table webhook_health drop constraint webhook_health_org_id_webhook_id_fkey;
drop trigger usage_total_new_items on usage_record_item;
drop trigger usage_total_new_rows on usage_report_row;
grant update on role to mos_system;
select create_reference_table('api_client');
select create_reference_table('membership');
select create_reference_table('oauth_app');
select create_reference_table('organization');
select create_reference_table('revoked_token');
select create_reference_table('role');
select create_reference_table('steady_clock');
select create_distributed_table('product', 'org_id', colocate_with => 'none');
select create_distributed_table('account_activity', 'org_id', colocate_with => 'product');
select create_distributed_table('audit_event', 'org_id', colocate_with => 'product');
select create_distributed_table('audit_seal', 'org_id', colocate_with => 'product');
select create_distributed_table('audit_unsealed', 'org_id', colocate_with => 'product');
select create_distributed_table('billable_group', 'org_id', colocate_with => 'product');
select create_distributed_table('billable_hour', 'org_id', colocate_with => 'product');
select create_distributed_table('billable_metric', 'org_id', colocate_with => 'product');
select create_distributed_table('billable_record', 'org_id', colocate_with => 'product');
select create_distributed_table('billable_value', 'org_id', colocate_with => 'product');
select create_distributed_table('billed_usage', 'org_id', colocate_with => 'product');
select create_distributed_table('branding', 'org_id', colocate_with => 'product');
select create_distributed_table('buyer', 'org_id', colocate_with => 'product');
select create_distributed_table('buyer_contact', 'org_id', colocate_with => 'product');
select create_distributed_table('buyer_payment', 'org_id', colocate_with => 'product');
select create_distributed_table('charge_dispute', 'org_id', colocate_with => 'product');
select create_distributed_table('commission', 'org_id', colocate_with => 'product');
select create_distributed_table('commission_entry', 'org_id', colocate_with => 'product');
select create_distributed_table('commission_total', 'org_id', colocate_with => 'product');
select create_distributed_table('connection', 'org_id', colocate_with => 'product');
select create_distributed_table('contact', 'org_id', colocate_with => 'product');
select create_distributed_table('cosell_cursor', 'org_id', colocate_with => 'product');
select create_distributed_table('cosell_mapping', 'org_id', colocate_with => 'product');
select create_distributed_table('credit_spend', 'org_id', colocate_with => 'product');
select create_distributed_table('due', 'org_id', colocate_with => 'product');
select create_distributed_table('entitlement', 'org_id', colocate_with => 'product');
select create_distributed_table('entitlement_cancellation_request', 'org_id', colocate_with => 'product');
select create_distributed_table('entitlement_external_id', 'org_id', colocate_with => 'product');
select create_distributed_table('entitlement_price', 'org_id', colocate_with => 'product');
select create_distributed_table('entitlement_term', 'org_id', colocate_with => 'product');
select create_distributed_table('event_place', 'org_id', colocate_with => 'product');
select create_distributed_table('exchange_rate', 'org_id', colocate_with => 'product');
select create_distributed_table('exchange_rate_table', 'org_id', colocate_with => 'product');
select create_distributed_table('former_member', 'org_id', colocate_with => 'product');
select create_distributed_table('idempotency', 'org_id', colocate_with => 'product');
select create_distributed_table('invoice', 'org_id', colocate_with => 'product');
select create_distributed_table('marketplace_usage', 'org_id', colocate_with => 'product');
select create_distributed_table('notification_config', 'org_id', colocate_with => 'product');
select create_distributed_table('notification_digest', 'org_id', colocate_with => 'product');
select create_distributed_table('notification_event', 'org_id', colocate_with => 'product');
select create_distributed_table('notification_message', 'org_id', colocate_with => 'product');
select create_distributed_table('oauth_app_call', 'org_id', colocate_with => 'product');
select create_distributed_table('offer', 'org_id', colocate_with => 'product');
select create_distributed_table('offer_contact', 'org_id', colocate_with => 'product');
select create_distributed_table('offer_expiry_notice', 'org_id', colocate_with => 'product');
select create_distributed_table('offer_external_id', 'org_id', colocate_with => 'product');
select create_distributed_table('offer_notice', 'org_id', colocate_with => 'product');
select create_distributed_table('offer_set', 'org_id', colocate_with => 'product');
select create_distributed_table('offer_set_offer', 'org_id', colocate_with => 'product');
select create_distributed_table('onboarding', 'org_id', colocate_with => 'product');
select create_distributed_table('operation', 'org_id', colocate_with => 'product');
select create_distributed_table('operation_event', 'org_id', colocate_with => 'product');
select create_distributed_table('outbox', 'org_id', colocate_with => 'product');
select create_distributed_table('outbox_delivery', 'org_id', colocate_with => 'product');
select create_distributed_table('partner_contact', 'org_id', colocate_with => 'product');
select create_distributed_table('partner_file', 'org_id', colocate_with => 'product');
select create_distributed_table('partner_invitation', 'org_id', colocate_with => 'product');
select create_distributed_table('partner_message', 'org_id', colocate_with => 'product');
select create_distributed_table('partner_referral_total', 'org_id', colocate_with => 'product');
select create_distributed_table('partner_relationship', 'org_id', colocate_with => 'product');
select create_distributed_table('partner_route', 'org_id', colocate_with => 'product');
select create_distributed_table('referral', 'org_id', colocate_with => 'product');
select create_distributed_table('referral_closed', 'org_id', colocate_with => 'product');
select create_distributed_table('referral_contact', 'org_id', colocate_with => 'product');
select create_distributed_table('referral_invitation', 'org_id', colocate_with => 'product');
select create_distributed_table('referral_sync_event', 'org_id', colocate_with => 'product');
select create_distributed_table('referral_total', 'org_id', colocate_with => 'product');
select create_distributed_table('revenue_channel', 'org_id', colocate_with => 'product');
select create_distributed_table('revenue_day', 'org_id', colocate_with => 'product');
select create_distributed_table('revenue_difference', 'org_id', colocate_with => 'product');
select create_distributed_table('revenue_event', 'org_id', colocate_with => 'product');
select create_distributed_table('revenue_line', 'org_id', colocate_with => 'product');
select create_distributed_table('revenue_owner_total', 'org_id', colocate_with => 'product');
select create_distributed_table('revenue_part', 'org_id', colocate_with => 'product');
select create_distributed_table('revenue_record', 'org_id', colocate_with => 'product');
select create_distributed_table('revenue_request', 'org_id', colocate_with => 'product');
select create_distributed_table('revenue_row', 'org_id', colocate_with => 'product');
select create_distributed_table('revenue_sync', 'org_id', colocate_with => 'product');
select create_distributed_table('revenue_total', 'org_id', colocate_with => 'product');
select create_distributed_table('support_attachment', 'org_id', colocate_with => 'product');
select create_distributed_table('support_comment', 'org_id', colocate_with => 'product');
select create_distributed_table('support_storage', 'org_id', colocate_with => 'product');
select create_distributed_table('support_ticket', 'org_id', colocate_with => 'product');
select create_distributed_table('support_ticket_watcher', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_call', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_comparison', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_cursor', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_difference', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_dropped_item', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_included', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_metering_config', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_pause', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_record_group', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_record_group_id', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_record_item', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_report', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_report_row', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_report_send', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_settlement', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_silence', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_term', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_total', 'org_id', colocate_with => 'product');
select create_distributed_table('usage_total_change', 'org_id', colocate_with => 'product');
select create_distributed_table('used_assertion', 'org_id', colocate_with => 'product');
select create_distributed_table('wallet', 'org_id', colocate_with => 'product');
select create_distributed_table('wallet_charge', 'org_id', colocate_with => 'product');
select create_distributed_table('wallet_entry', 'org_id', colocate_with => 'product');
select create_distributed_table('wallet_refund', 'org_id', colocate_with => 'product');
select create_distributed_table('webhook', 'org_id', colocate_with => 'product');
select create_distributed_table('webhook_attempt', 'org_id', colocate_with => 'product');
select create_distributed_table('webhook_delivery', 'org_id', colocate_with => 'product');
select create_distributed_table('webhook_health', 'org_id', colocate_with => 'product');
create trigger usage_total_new_item after insert on usage_record_item for each row execute function mos_count_new_item();
create trigger usage_total_new_row after insert on usage_report_row for each row execute function mos_count_new_row();
alter table api_client add constraint api_client_org_id_fkey FOREIGN KEY (org_id) REFERENCES organization(id);
alter table membership add constraint membership_org_id_custom_role_id_fkey FOREIGN KEY (org_id, custom_role_id) REFERENCES role(org_id, id);
alter table membership add constraint membership_org_id_fkey FOREIGN KEY (org_id) REFERENCES organization(id);
alter table oauth_app add constraint oauth_app_org_id_custom_role_id_fkey FOREIGN KEY (org_id, custom_role_id) REFERENCES role(org_id, id);
alter table oauth_app add constraint oauth_app_org_id_fkey FOREIGN KEY (org_id) REFERENCES organization(id);
alter table role add constraint role_org_id_fkey FOREIGN KEY (org_id) REFERENCES organization(id);
alter table branding add constraint branding_org_id_fkey FOREIGN KEY (org_id) REFERENCES organization(id);
alter table connection add constraint connection_org_id_fkey FOREIGN KEY (org_id) REFERENCES organization(id);
alter table former_member add constraint former_member_org_id_fkey FOREIGN KEY (org_id) REFERENCES organization(id);
alter table notification_message add constraint notification_message_org_id_fkey FOREIGN KEY (org_id) REFERENCES organization(id);
alter table onboarding add constraint onboarding_org_id_fkey FOREIGN KEY (org_id) REFERENCES organization(id);
alter table partner_route add constraint partner_route_org_id_fkey FOREIGN KEY (org_id) REFERENCES organization(id);
alter table billable_hour add constraint billable_hour_org_id_report_id_fkey FOREIGN KEY (org_id, report_id) REFERENCES usage_report(org_id, id);
alter table buyer_contact add constraint buyer_contact_org_id_buyer_id_fkey FOREIGN KEY (org_id, buyer_id) REFERENCES buyer(org_id, id);
alter table buyer_contact add constraint buyer_contact_org_id_contact_id_fkey FOREIGN KEY (org_id, contact_id) REFERENCES contact(org_id, id);
alter table buyer_payment add constraint buyer_payment_org_id_buyer_id_fkey FOREIGN KEY (org_id, buyer_id) REFERENCES buyer(org_id, id);
alter table charge_dispute add constraint charge_dispute_org_id_charge_id_fkey FOREIGN KEY (org_id, charge_id) REFERENCES wallet_charge(org_id, id);
alter table commission add constraint commission_org_id_referral_id_fkey FOREIGN KEY (org_id, referral_id) REFERENCES referral(org_id, id);
alter table commission add constraint commission_org_id_relationship_id_fkey FOREIGN KEY (org_id, relationship_id) REFERENCES partner_relationship(org_id, id);
alter table commission_entry add constraint commission_entry_org_id_commission_id_fkey FOREIGN KEY (org_id, commission_id) REFERENCES commission(org_id, id);
alter table credit_spend add constraint credit_spend_org_id_buyer_id_fkey FOREIGN KEY (org_id, buyer_id) REFERENCES buyer(org_id, id);
alter table entitlement add constraint entitlement_org_id_buyer_id_fkey FOREIGN KEY (org_id, buyer_id) REFERENCES buyer(org_id, id);
alter table entitlement add constraint entitlement_org_id_offer_id_fkey FOREIGN KEY (org_id, offer_id) REFERENCES offer(org_id, id);
alter table entitlement add constraint entitlement_org_id_product_id_fkey FOREIGN KEY (org_id, product_id) REFERENCES product(org_id, id);
alter table entitlement_cancellation_request add constraint entitlement_cancellation_request_org_id_entitlement_id_fkey FOREIGN KEY (org_id, entitlement_id) REFERENCES entitlement(org_id, id);
alter table entitlement_external_id add constraint entitlement_external_id_org_id_entitlement_id_fkey FOREIGN KEY (org_id, entitlement_id) REFERENCES entitlement(org_id, id);
alter table entitlement_price add constraint entitlement_price_org_id_entitlement_id_fkey FOREIGN KEY (org_id, entitlement_id) REFERENCES entitlement(org_id, id);
alter table entitlement_term add constraint entitlement_term_org_id_entitlement_id_fkey FOREIGN KEY (org_id, entitlement_id) REFERENCES entitlement(org_id, id);
alter table exchange_rate add constraint exchange_rate_org_id_table_name_fkey FOREIGN KEY (org_id, table_name) REFERENCES exchange_rate_table(org_id, name);
alter table invoice add constraint invoice_org_id_entitlement_id_fkey FOREIGN KEY (org_id, entitlement_id) REFERENCES entitlement(org_id, id);
alter table invoice add constraint invoice_org_id_refund_of_fkey FOREIGN KEY (org_id, refund_of) REFERENCES invoice(org_id, id);
alter table notification_digest add constraint notification_digest_org_id_event_id_fkey FOREIGN KEY (org_id, event_id) REFERENCES notification_event(org_id, id);
alter table notification_message add constraint notification_message_org_id_contact_id_fkey FOREIGN KEY (org_id, contact_id) REFERENCES contact(org_id, id);
alter table offer add constraint offer_org_id_buyer_id_fkey FOREIGN KEY (org_id, buyer_id) REFERENCES buyer(org_id, id);
alter table offer add constraint offer_org_id_offer_set_id_fkey FOREIGN KEY (org_id, offer_set_id) REFERENCES offer_set(org_id, id);
alter table offer add constraint offer_org_id_product_id_fkey FOREIGN KEY (org_id, product_id) REFERENCES product(org_id, id);
alter table offer_contact add constraint offer_contact_org_id_contact_id_fkey FOREIGN KEY (org_id, contact_id) REFERENCES contact(org_id, id);
alter table offer_contact add constraint offer_contact_org_id_offer_id_fkey FOREIGN KEY (org_id, offer_id) REFERENCES offer(org_id, id);
alter table offer_external_id add constraint offer_external_id_org_id_offer_id_fkey FOREIGN KEY (org_id, offer_id) REFERENCES offer(org_id, id);
alter table offer_notice add constraint offer_notice_org_id_offer_id_fkey FOREIGN KEY (org_id, offer_id) REFERENCES offer(org_id, id);
alter table offer_set_offer add constraint offer_set_offer_org_id_offer_id_fkey FOREIGN KEY (org_id, offer_id) REFERENCES offer(org_id, id);
alter table offer_set_offer add constraint offer_set_offer_org_id_offer_set_id_fkey FOREIGN KEY (org_id, offer_set_id) REFERENCES offer_set(org_id, id);
alter table partner_contact add constraint partner_contact_org_id_relationship_id_fkey FOREIGN KEY (org_id, relationship_id) REFERENCES partner_relationship(org_id, id);
alter table partner_file add constraint partner_file_org_id_relationship_id_fkey FOREIGN KEY (org_id, relationship_id) REFERENCES partner_relationship(org_id, id);
alter table partner_invitation add constraint partner_invitation_org_id_relationship_id_fkey FOREIGN KEY (org_id, relationship_id) REFERENCES partner_relationship(org_id, id);
alter table partner_route add constraint partner_route_org_id_connection_id_fkey FOREIGN KEY (org_id, connection_id) REFERENCES connection(org_id, id);
alter table referral add constraint referral_org_id_relationship_id_fkey FOREIGN KEY (org_id, relationship_id) REFERENCES partner_relationship(org_id, id);
alter table support_attachment add constraint support_attachment_org_id_comment_id_fkey FOREIGN KEY (org_id, comment_id) REFERENCES support_comment(org_id, id);
alter table support_attachment add constraint support_attachment_org_id_ticket_id_fkey FOREIGN KEY (org_id, ticket_id) REFERENCES support_ticket(org_id, id);
alter table support_comment add constraint support_comment_org_id_ticket_id_fkey FOREIGN KEY (org_id, ticket_id) REFERENCES support_ticket(org_id, id);
alter table support_ticket_watcher add constraint support_ticket_watcher_org_id_ticket_id_fkey FOREIGN KEY (org_id, ticket_id) REFERENCES support_ticket(org_id, id);
alter table usage_report_row add constraint usage_report_row_org_id_report_id_fkey FOREIGN KEY (org_id, report_id) REFERENCES usage_report(org_id, id);
alter table usage_report_send add constraint usage_report_send_org_id_row_id_fkey FOREIGN KEY (org_id, row_id) REFERENCES usage_report_row(org_id, id);
alter table usage_settlement add constraint usage_settlement_org_id_row_id_fkey FOREIGN KEY (org_id, row_id) REFERENCES usage_report_row(org_id, id);
alter table wallet add constraint wallet_org_id_buyer_id_fkey FOREIGN KEY (org_id, buyer_id) REFERENCES buyer(org_id, id);
alter table wallet_charge add constraint wallet_charge_org_id_wallet_id_fkey FOREIGN KEY (org_id, wallet_id) REFERENCES wallet(org_id, id);
alter table wallet_entry add constraint wallet_entry_org_id_wallet_id_fkey FOREIGN KEY (org_id, wallet_id) REFERENCES wallet(org_id, id);
alter table wallet_refund add constraint wallet_refund_org_id_charge_id_fkey FOREIGN KEY (org_id, charge_id) REFERENCES wallet_charge(org_id, id);
alter table webhook_attempt add constraint webhook_attempt_org_id_delivery_id_fkey FOREIGN KEY (org_id, delivery_id) REFERENCES webhook_delivery(org_id, id);
alter table webhook_delivery add constraint webhook_delivery_org_id_webhook_id_fkey FOREIGN KEY (org_id, webhook_id) REFERENCES webhook(org_id, id);
alter table webhook_health add constraint webhook_health_org_id_webhook_id_fkey FOREIGN KEY (org_id, webhook_id) REFERENCES webhook(org_id, id);
