-- columns
account.id uuid not null
account.email text not null
account.email_verified boolean not null default true
account.first_name text not null default ''::text
account.last_name text not null default ''::text
account.image text
account.second_factor boolean not null default false
account.creation_time timestamp with time zone not null default now()
account.last_update_time timestamp with time zone not null default now()
account_activity.org_id uuid not null
account_activity.id uuid not null
account_activity.membership_id uuid not null
account_activity.actor_name text not null
account_activity.what text not null
account_activity.request_id text not null
account_activity.source_ip text not null
account_activity.wall_time timestamp with time zone not null default now()
account_login.id uuid not null
account_login.account_id uuid not null
account_login.provider_id text not null
account_login.subject text not null
account_login.password_hash text
account_login.access_token text
account_login.refresh_token text
account_login.id_token text
account_login.access_token_expire_time timestamp with time zone
account_login.refresh_token_expire_time timestamp with time zone
account_login.scope text
account_login.creation_time timestamp with time zone not null
account_login.last_update_time timestamp with time zone not null
account_mail.id uuid not null
account_mail.sealed text not null
account_mail.creation_time timestamp with time zone not null default now()
account_mail.expire_time timestamp with time zone not null
account_mail.next_attempt_time timestamp with time zone not null default now()
account_mail.attempts integer not null default 0
account_network.account_id uuid not null
account_network.network_hash text not null
account_network.sign_in_time timestamp with time zone not null default now()
account_passkey.id uuid not null
account_passkey.account_id uuid not null
account_passkey.name text
account_passkey.public_key text not null
account_passkey.credential_id text not null
account_passkey.counter bigint not null
account_passkey.device_type text not null
account_passkey.backed_up boolean not null
account_passkey.transports text
account_passkey.aaguid text
account_passkey.creation_time timestamp with time zone not null default now()
account_second_factor.id uuid not null
account_second_factor.account_id uuid not null
account_second_factor.sealed_secret text not null
account_second_factor.recovery_code_hashes text not null
account_second_factor.verified boolean not null default false
account_second_factor.failed_count integer not null default 0
account_second_factor.locked_until timestamp with time zone
account_session.id uuid not null
account_session.account_id uuid not null
account_session.token_hash text not null
account_session.network text
account_session.user_agent text
account_session.creation_time timestamp with time zone not null
account_session.last_update_time timestamp with time zone not null
account_session.last_use_time timestamp with time zone not null default now()
account_session.expire_time timestamp with time zone not null
account_sign_up.token_hash text not null
account_sign_up.email text not null
account_sign_up.password_hash text not null
account_sign_up.first_name text not null
account_sign_up.last_name text not null
account_sign_up.expire_time timestamp with time zone not null
account_used_code.account_id uuid not null
account_used_code.code_hash text not null
account_used_code.wall_time timestamp with time zone not null default now()
account_verification.id uuid not null
account_verification.identifier text not null
account_verification.value text not null
account_verification.expire_time timestamp with time zone not null
account_verification.creation_time timestamp with time zone not null
account_verification.last_update_time timestamp with time zone not null
api_client.org_id uuid not null
api_client.id uuid not null
api_client.type text not null
api_client.role text not null
api_client.client_id text not null
api_client.fingerprint text not null
api_client.secret_hash bytea not null
api_client.created_by text not null
api_client.creation_time timestamp with time zone not null
api_client.last_update_time timestamp with time zone not null
api_client.last_used_time timestamp with time zone
api_client.deleted_time timestamp with time zone
api_client.version bigint not null default 1
audit_event.org_id uuid not null
audit_event.id uuid not null
audit_event.creation_time timestamp with time zone not null
audit_event.wall_time timestamp with time zone not null default now()
audit_event.actor jsonb not null
audit_event.action text not null
audit_event.entity_type text not null
audit_event.entity_id text not null
audit_event.request_id text not null
audit_event.source_ip text
audit_event.changes jsonb not null
audit_event.actor_id text generated as (actor ->> 'id'::text)
audit_seal.org_id uuid not null
audit_seal.sequence bigint not null
audit_seal.event_id uuid not null
audit_seal.previous_hash bytea not null
audit_seal.hash bytea not null
audit_unsealed.org_id uuid not null
audit_unsealed.event_id uuid not null
audit_unsealed.place bigint not null default nextval('audit_place'::regclass)
auditing_event.org_id uuid
auditing_event.id uuid
auditing_event.event_type text
auditing_event.status text
auditing_event.creation_time timestamp with time zone
auditing_event.last_update_time timestamp with time zone
auditing_event.actor_type text
auditing_event.actor_id text
auditing_event.action text
auditing_event.entity_type text
auditing_event.entity_id text
auditing_event.request_id text
auditing_event.actor jsonb
auditing_event.source_ip text
auditing_event.changes jsonb
auditing_event.connection_id uuid
auditing_event.partner text
auditing_event.message_type text
auditing_event.partner_message_id text
auditing_event.partner_request_id text
auditing_event.body jsonb
auditing_event.error jsonb
auth_throttle.key text not null
auth_throttle.drain_time timestamp with time zone not null
auth_throttle.clear_time timestamp with time zone not null
auth_throttle.width interval not null default '00:01:00'::interval
billable_group.org_id uuid not null
billable_group.entitlement_id uuid not null
billable_group.metric_id uuid not null
billable_group.month date not null
billable_group.group_by text not null
billable_hour.org_id uuid not null
billable_hour.id uuid not null
billable_hour.report_id uuid not null
billable_hour.entitlement_id uuid not null
billable_hour.term_id uuid not null
billable_hour.metric_id uuid not null
billable_hour.group_by text not null
billable_hour.hour timestamp with time zone not null
billable_hour.kind text not null
billable_hour.revision integer not null
billable_hour.is_current boolean not null
billable_hour.aggregation_type text not null
billable_hour.quantity numeric not null
billable_hour.billed numeric not null
billable_hour.records bigint not null
billable_hour.last_time timestamp with time zone not null
billable_hour.last_id uuid not null
billable_hour.new_values text[] not null default '{}'::text[]
billable_hour.version bigint not null default 1
billable_metric.org_id uuid not null
billable_metric.id uuid not null
billable_metric.name text not null
billable_metric.description text not null default ''::text
billable_metric.aggregation_type text not null
billable_metric.status text not null default 'ACTIVE'::text
billable_metric.info jsonb not null default '{}'::jsonb
billable_metric.creation_time timestamp with time zone not null
billable_metric.last_update_time timestamp with time zone not null
billable_metric.version bigint not null default 1
billable_record.org_id uuid not null
billable_record.creation_month date not null
billable_record.group_id text not null
billable_record.position integer not null
billable_record.id uuid not null
billable_record.entitlement_id uuid not null
billable_record.term_id uuid not null
billable_record.metric_id uuid not null
billable_record.hour timestamp with time zone not null
billable_record.original_hour timestamp with time zone
billable_record.usage_time timestamp with time zone not null
billable_record.group_by text not null
billable_record.quantity numeric not null
billable_record.unique_value text
billable_record.counted boolean not null
billable_record.test boolean not null
billable_record.state text not null
billable_record.report_id uuid
billable_value.org_id uuid not null
billable_value.entitlement_id uuid not null
billable_value.metric_id uuid not null
billable_value.group_by text not null
billable_value.kind text not null
billable_value.value text not null
billable_value.hour timestamp with time zone not null
billed_usage.org_id uuid not null
billed_usage.entitlement_id uuid not null
billed_usage.billed_until timestamp with time zone not null
billed_usage.version bigint not null default 1
billed_usage.billed_from timestamp with time zone
branding.org_id uuid not null
branding.display_name text
branding.accent_color text
branding.logo text
branding.support_email text
branding.support_url text
branding.last_update_time timestamp with time zone not null
branding.version bigint not null default 1
buyer.org_id uuid not null
buyer.id uuid not null
buyer.partner text not null
buyer.account_id text
buyer.external_id text
buyer.company_id text
buyer.name text not null default ''::text
buyer.description text not null default ''::text
buyer.s3_key_logo text
buyer.tags text[] not null default '{}'::text[]
buyer.info jsonb not null default '{}'::jsonb
buyer.creation_time timestamp with time zone not null
buyer.last_update_time timestamp with time zone not null
buyer.version bigint not null default 1
buyer.email_address text generated as (info ->> 'emailAddress'::text)
buyer.email_domain text generated as mos_fold(COALESCE(NULLIF(((info -> 'companyInfo'::text) ->> 'emailDomain'::text), ''::text), NULLIF(split_part((info ->> 'emailAddress'::text), '@'::text, 2), ''::text)))
buyer_contact.org_id uuid not null
buyer_contact.buyer_id uuid not null
buyer_contact.contact_id uuid not null
buyer_payment.org_id uuid not null
buyer_payment.buyer_id uuid not null
buyer_payment.push_wanted bigint not null default 0
buyer_payment.push_done bigint not null default 0
buyer_payment.push_failed_time timestamp with time zone
buyer_payment.ticket bigint not null default 0
buyer_payment.applied bigint not null default 0
buyer_payment.seen jsonb
charge_dispute.org_id uuid not null
charge_dispute.charge_id uuid not null
charge_dispute.dispute_id text not null
charge_dispute.amount numeric not null
charge_dispute.currency text not null
charge_dispute.state text not null
charge_dispute.event_time timestamp with time zone not null
charge_dispute.creation_time timestamp with time zone not null
charge_dispute.last_update_time timestamp with time zone not null
charge_dispute.stage smallint
commission.org_id uuid not null
commission.id uuid not null
commission.pair_id uuid not null
commission.referral_id uuid not null
commission.relationship_id uuid not null
commission.side text not null
commission.status text not null
commission.deal_name text not null
commission.buyer_company jsonb not null
commission.buyer_company_name text not null generated as COALESCE((buyer_company ->> 'name'::text), ''::text)
commission.deal_value numeric not null
commission.currency text not null
commission.terms jsonb not null
commission.amount numeric not null
commission.won_time timestamp with time zone not null
commission.invoice_number text
commission.paid_time timestamp with time zone
commission.terms_update jsonb
commission.history jsonb not null
commission.creation_time timestamp with time zone not null
commission.last_update_time timestamp with time zone not null
commission.version bigint not null default 1
commission_entry.org_id uuid not null
commission_entry.id uuid not null
commission_entry.commission_id uuid not null
commission_entry.relationship_id uuid not null
commission_entry.side text not null
commission_entry.type text not null
commission_entry.time timestamp with time zone not null
commission_entry.invoice_number text
commission_entry.currency text not null
commission_entry.amount numeric not null
commission_entry.owed numeric not null
commission_entry.paid numeric not null
commission_total.org_id uuid not null
commission_total.relationship_id uuid not null
commission_total.month date not null
commission_total.side text not null
commission_total.currency text not null
commission_total.owed numeric not null
commission_total.paid numeric not null
connection.org_id uuid not null
connection.id uuid not null
connection.partner text not null
connection.service text not null default 'MARKETPLACE'::text
connection.account_id text not null
connection.endpoint text
connection.region text not null
connection.metering_region text not null
connection.credentials_sealed text not null
connection.status text not null default 'CONNECTED'::text
connection.mode text not null default 'SHADOW'::text
connection.report_from timestamp with time zone
connection.settings jsonb not null default '{}'::jsonb
connection.last_sync_start_time timestamp with time zone
connection.last_sync_time timestamp with time zone
connection.last_full_sync_time timestamp with time zone
connection.last_error jsonb
connection.created_by text not null
connection.creation_time timestamp with time zone not null
connection.last_update_time timestamp with time zone not null
connection.version bigint not null default 1
connection.credential_fields text[] not null default '{}'::text[]
connection.last_verified_time timestamp with time zone
connection.shown_mode text generated as 
CASE
    WHEN (service = 'MARKETPLACE'::text) THEN mode
    ELSE NULL::text
END
connection.shown_account_id text generated as NULLIF(account_id, ''::text)
connection.endpoints jsonb not null default '{}'::jsonb
connection.failing jsonb not null default '{}'::jsonb
contact.org_id uuid not null
contact.id uuid not null
contact.email_address text not null
contact.name text not null default ''::text
contact.company_contact_id text
contact.info jsonb not null default '{}'::jsonb
contact.tags text[] not null default '{}'::text[]
contact.creation_time timestamp with time zone not null
contact.last_update_time timestamp with time zone not null
contact.version bigint not null default 1
contact.email_twin uuid
contact.email_key text generated as (mos_fold(email_address) || COALESCE((' '::text || (email_twin)::text), ''::text))
contact.email_domain text generated as mos_fold(split_part(email_address, '@'::text, 2))
contact.company_name text generated as NULLIF((info ->> 'companyName'::text), ''::text)
contact.role text generated as NULLIF((info ->> 'role'::text), ''::text)
contact.partner text generated as NULLIF((info ->> 'partner'::text), ''::text)
cosell_cursor.org_id uuid not null
cosell_cursor.connection_id uuid not null
cosell_cursor.cursor text not null
cosell_mapping.org_id uuid not null
cosell_mapping.crm text not null
cosell_mapping.partner text not null
cosell_mapping.conflict_rule text not null
cosell_mapping.fields jsonb not null
cosell_mapping.last_updated_by text not null
cosell_mapping.last_update_time timestamp with time zone not null
cosell_mapping.version bigint not null default 1
credit_spend.org_id uuid not null
credit_spend.buyer_id uuid not null
credit_spend.reference text not null
credit_spend.currency text not null
credit_spend.amount numeric not null
credit_spend.left_amount numeric not null
credit_spend.creation_time timestamp with time zone not null
due.org_id uuid not null
due.kind text not null
due.entity_id text not null
due.due_time timestamp with time zone not null
due.attempts integer not null default 0
due.last_error text
due.retry_time timestamp with time zone
engine_turn.name text not null
engine_turn.last_sequence bigint not null default 0
entitlement.org_id uuid not null
entitlement.id uuid not null
entitlement.partner text not null
entitlement.service text not null default 'MARKETPLACE'::text
entitlement.partner_id text
entitlement.external_id text
entitlement.external_buyer_id text
entitlement.external_product_id text
entitlement.name text not null default ''::text
entitlement.type text not null default ''::text
entitlement.status text not null
entitlement.status_before text
entitlement.product_id uuid
entitlement.offer_id uuid
entitlement.buyer_id uuid
entitlement.entitlement_term_id uuid
entitlement.start_time timestamp with time zone
entitlement.end_time timestamp with time zone
entitlement.info jsonb not null default '{}'::jsonb
entitlement.meta_info jsonb not null default '{}'::jsonb
entitlement.creation_time timestamp with time zone not null
entitlement.last_update_time timestamp with time zone not null
entitlement.version bigint not null default 1
entitlement.currency text generated as (info ->> 'currency'::text)
entitlement.aws_license_arn text generated as (info ->> 'awsLicenseArn'::text)
entitlement.auto_renew boolean generated as ((info ->> 'autoRenew'::text))::boolean
entitlement.salesforce_opportunity_id text generated as (meta_info ->> 'salesforceOpportunityId'::text)
entitlement.hubspot_deal_id text generated as (meta_info ->> 'hubspotDealId'::text)
entitlement.end_soon_term_id uuid
entitlement.renewal jsonb
entitlement.withdrawn_schedules jsonb not null default '[]'::jsonb
entitlement_cancellation_request.org_id uuid not null
entitlement_cancellation_request.id uuid not null
entitlement_cancellation_request.entitlement_id uuid not null
entitlement_cancellation_request.partner text not null
entitlement_cancellation_request.agreement_id text not null
entitlement_cancellation_request.external_id text
entitlement_cancellation_request.status text not null
entitlement_cancellation_request.status_message text
entitlement_cancellation_request.reason_code text not null
entitlement_cancellation_request.reason_description text
entitlement_cancellation_request.client_token text
entitlement_cancellation_request.withdrawal_reason text
entitlement_cancellation_request.created_by jsonb
entitlement_cancellation_request.partner_version bigint not null default 0
entitlement_cancellation_request.creation_time timestamp with time zone not null
entitlement_cancellation_request.last_update_time timestamp with time zone not null
entitlement_cancellation_request.version bigint not null default 1
entitlement_external_id.org_id uuid not null
entitlement_external_id.external_id text not null
entitlement_external_id.partner text not null
entitlement_external_id.entitlement_id uuid not null
entitlement_external_id.chain_id text not null
entitlement_external_id.partner_status text not null
entitlement_external_id.partner_version bigint not null
entitlement_price.org_id uuid not null
entitlement_price.entitlement_id uuid not null
entitlement_price.from_time timestamp with time zone not null
entitlement_price.commits jsonb not null
entitlement_price.billable_dimensions jsonb not null
entitlement_term.org_id uuid not null
entitlement_term.id uuid not null
entitlement_term.entitlement_id uuid not null
entitlement_term.type text not null
entitlement_term.partner text not null
entitlement_term.service text not null default 'MARKETPLACE'::text
entitlement_term.product_id uuid
entitlement_term.offer_id uuid
entitlement_term.buyer_id uuid
entitlement_term.external_entitlement_id text
entitlement_term.start_time timestamp with time zone not null
entitlement_term.end_time timestamp with time zone
entitlement_term.commit_amount numeric not null default 0
entitlement_term.used_commit_amount numeric not null default 0
entitlement_term.credit_amount numeric not null default 0
entitlement_term.used_credit_amount numeric not null default 0
entitlement_term.reported_amount numeric not null default 0
entitlement_term.info jsonb not null default '{}'::jsonb
entitlement_term.entitlement_info jsonb not null default '{}'::jsonb
entitlement_term.creation_time timestamp with time zone not null
entitlement_term.last_update_time timestamp with time zone not null
entitlement_term.version bigint not null default 1
entitlement_term.aws_license_arn text generated as (entitlement_info ->> 'awsLicenseArn'::text)
entitlement_term.parent_term_id uuid
entitlement_term.agreed_start timestamp with time zone
entitlement_term.divided_amount numeric not null default 0
entitlement_term.planned_end_time timestamp with time zone
entitlement_term.former_amounts jsonb not null default '[]'::jsonb
event_place.org_id uuid not null
event_place.last_sequence bigint not null
exchange_rate.org_id uuid not null
exchange_rate.table_name text not null
exchange_rate.currency text not null
exchange_rate.day date not null
exchange_rate.rate numeric not null
exchange_rate_table.org_id uuid not null
exchange_rate_table.name text not null
exchange_rate_table.currency text not null
exchange_rate_table.rates integer not null default 0
exchange_rate_table.digest bytea not null
exchange_rate_table.last_update_time timestamp with time zone not null
exchange_rate_table.version bigint not null default 1
executor.id text not null
executor.started_time timestamp with time zone not null default now()
executor.heartbeat_time timestamp with time zone not null default now()
former_member.org_id uuid not null
former_member.email text not null
former_member.removed_time timestamp with time zone not null
idempotency.org_id uuid not null
idempotency.caller text not null
idempotency.key text not null
idempotency.fingerprint bytea not null
idempotency.reply text not null
idempotency.headers jsonb not null
idempotency.wall_time timestamp with time zone not null default now()
invoice.org_id uuid not null
invoice.id uuid not null
invoice.entitlement_id uuid not null
invoice.entitlement_term_id uuid
invoice.buyer_id uuid not null
invoice.partner text not null
invoice.type text not null
invoice.reference text not null
invoice.status text not null
invoice.payment_status text not null
invoice.currency text not null
invoice.amount numeric not null
invoice.credit_amount numeric not null default 0
invoice.charged_amount numeric not null default 0
invoice.refunded_amount numeric not null default 0
invoice.refund_of uuid
invoice.period_start timestamp with time zone
invoice.period_end timestamp with time zone
invoice.lines jsonb not null
invoice.usage jsonb
invoice.finalize_time timestamp with time zone not null
invoice.due_time timestamp with time zone
invoice.paid_time timestamp with time zone
invoice.attempts integer not null default 0
invoice.next_attempt_time timestamp with time zone
invoice.error jsonb
invoice.creation_time timestamp with time zone not null
invoice.last_update_time timestamp with time zone not null
invoice.version bigint not null default 1
invoice.carried_to uuid
invoice.lost_amount numeric not null default 0
knowledge_index.id boolean not null default true
knowledge_index.pieces integer not null
knowledge_index.digest text
knowledge_piece.id text not null
knowledge_piece.keeper text not null
knowledge_piece.file text not null
knowledge_piece.source text not null
knowledge_piece.title text not null
knowledge_piece.path text not null
knowledge_piece.reference text
knowledge_piece.markdown text not null
knowledge_piece.plain text not null
knowledge_piece.hash text not null
knowledge_piece.title_words tsvector not null
knowledge_piece.words tsvector not null
knowledge_word.word text not null
knowledge_word.pieces integer not null
marketplace_usage.org_id uuid not null
marketplace_usage.channel text not null
marketplace_usage.dataset text not null
marketplace_usage.key text not null
marketplace_usage.agreement text not null
marketplace_usage.dimension text not null
marketplace_usage.day date not null
marketplace_usage.telling smallint not null
marketplace_usage.quantity numeric not null
marketplace_usage.amount numeric
marketplace_usage.currency text
membership.org_id uuid not null
membership.id uuid not null
membership.account_id uuid
membership.email text not null
membership.first_name text not null default ''::text
membership.last_name text not null default ''::text
membership.role text not null
membership.custom_role_id uuid
membership.status text not null
membership.invitation_hash bytea
membership.invitation_expire_time timestamp with time zone
membership.last_login_time timestamp with time zone
membership.created_by text not null
membership.creation_time timestamp with time zone not null
membership.last_update_time timestamp with time zone not null
membership.version bigint not null default 1
month_retention.family text not null
month_retention.month date not null
month_retention.held jsonb not null default '{}'::jsonb
month_retention.checked_time timestamp with time zone not null
month_retention.dropped_time timestamp with time zone
monthly_table.name text not null
monthly_table.family text not null
monthly_table.key text not null
monthly_table.own_keys text[] not null default '{}'::text[]
monthly_table.storage text not null default ''::text
notification_config.org_id uuid not null
notification_config.document jsonb not null
notification_config.channels_sealed text
notification_config.last_update_time timestamp with time zone not null
notification_config.version bigint not null default 1
notification_digest.org_id uuid not null
notification_digest.recipient_key text not null
notification_digest.event_id uuid not null
notification_digest.recipient text not null
notification_event.org_id uuid not null
notification_event.id uuid not null
notification_event.name text not null
notification_event.action text not null
notification_event.entity_type text not null
notification_event.entity_id text not null
notification_event.entity_name text not null
notification_event.entity_status text not null
notification_event.partner text not null
notification_event.priority text not null
notification_event.title text not null
notification_event.message text not null
notification_event.is_action_item boolean not null
notification_event.actor jsonb not null
notification_event.channels text[] not null
notification_event.creation_time timestamp with time zone not null
notification_message.org_id uuid not null
notification_message.id uuid not null
notification_message.channel text not null
notification_message.action text not null
notification_message.entity_type text not null
notification_message.entity_id text not null
notification_message.contact_id uuid
notification_message.recipient text not null
notification_message.subject text not null
notification_message.text_content text not null
notification_message.html_content text not null
notification_message.status text not null
notification_message.attempts integer not null default 0
notification_message.last_error jsonb
notification_message.next_attempt_time timestamp with time zone
notification_message.done_time timestamp with time zone
notification_message.creation_time timestamp with time zone not null
notification_message.last_update_time timestamp with time zone not null
notification_message.version bigint not null default 1
notification_message.event_id uuid
notification_message.rule text
notification_message.cc_recipients text[] not null default '{}'::text[]
notification_message.bcc_recipients text[] not null default '{}'::text[]
notification_message.content jsonb
notification_message.first_attempt_time timestamp with time zone
notification_message.reply_to text
oauth_app.id uuid not null
oauth_app.org_id uuid not null
oauth_app.name text not null
oauth_app.description text not null default ''::text
oauth_app.access_level text not null
oauth_app.custom_role_id uuid
oauth_app.client_id text not null
oauth_app.secret_hash bytea
oauth_app.created_by text not null
oauth_app.creation_time timestamp with time zone not null
oauth_app.last_update_time timestamp with time zone not null
oauth_app.last_used_time timestamp with time zone
oauth_app.deleted_time timestamp with time zone
oauth_app.version bigint not null default 1
oauth_app.jwks jsonb
oauth_app_call.org_id uuid not null
oauth_app_call.app_id uuid not null
oauth_app_call.day date not null
oauth_app_call.count bigint not null
offer.org_id uuid not null
offer.id uuid not null
offer.partner text not null
offer.service text not null default 'MARKETPLACE'::text
offer.partner_id text
offer.external_id text
offer.name text not null
offer.offer_type text not null default 'PRIVATE'::text
offer.status text not null
offer.status_before text
offer.sub_status text
offer.product_id uuid
offer.buyer_id uuid
offer.expire_time timestamp with time zone
offer.end_time timestamp with time zone
offer.info jsonb not null default '{}'::jsonb
offer.meta_info jsonb not null default '{}'::jsonb
offer.partner_version bigint
offer.created_by text not null
offer.last_updated_by text not null
offer.creation_time timestamp with time zone not null
offer.last_update_time timestamp with time zone not null
offer.version bigint not null default 1
offer.currency text generated as (info ->> 'currency'::text)
offer.salesforce_opportunity_id text generated as (meta_info ->> 'salesforceOpportunityId'::text)
offer.salesforce_quote_id text generated as (meta_info ->> 'salesforceQuoteId'::text)
offer.hubspot_deal_id text generated as (meta_info ->> 'hubspotDealId'::text)
offer.pending jsonb
offer.withdrawn boolean not null default false
offer.expire_soon_told timestamp with time zone
offer.offer_set_id uuid
offer_contact.org_id uuid not null
offer_contact.offer_id uuid not null
offer_contact.contact_id uuid not null
offer_expiry_notice.org_id uuid not null
offer_expiry_notice.enabled boolean not null
offer_expiry_notice.days integer not null
offer_external_id.org_id uuid not null
offer_external_id.external_id text not null
offer_external_id.partner text not null
offer_external_id.offer_id uuid not null
offer_notice.org_id uuid not null
offer_notice.id uuid not null
offer_notice.offer_id uuid not null
offer_notice.personal_line text not null
offer_notice.creation_time timestamp with time zone not null
offer_set.org_id uuid not null
offer_set.id uuid not null
offer_set.partner text not null
offer_set.service text not null default 'MARKETPLACE'::text
offer_set.external_id text
offer_set.name text not null
offer_set.status text not null
offer_set.expire_time timestamp with time zone
offer_set.info jsonb not null default '{}'::jsonb
offer_set.meta_info jsonb not null default '{}'::jsonb
offer_set.created_by text not null
offer_set.last_updated_by text not null
offer_set.creation_time timestamp with time zone not null
offer_set.last_update_time timestamp with time zone not null
offer_set.version bigint not null default 1
offer_set_offer.org_id uuid not null
offer_set_offer.offer_set_id uuid not null
offer_set_offer.offer_id uuid not null
offer_set_offer.position integer not null
onboarding.org_id uuid not null
onboarding.intent text not null
onboarding.intent_time timestamp with time zone
onboarding.steps jsonb not null default '{}'::jsonb
onboarding.version bigint not null default 1
operation.org_id uuid not null
operation.id uuid not null
operation.name text not null
operation.status text not null default 'RUNNING'::text
operation.scope text not null
operation.action text not null
operation.service text not null
operation.partner text
operation.partner_id text
operation.entity_id text not null
operation.parent_operation_id uuid
operation.actor jsonb not null
operation.input jsonb not null
operation.message text not null default ''::text
operation.failure jsonb
operation.start_time timestamp with time zone not null
operation.end_time timestamp with time zone
operation.event_count integer not null default 1
operation.version bigint not null default 1
operation_event.org_id uuid not null
operation_event.operation_id uuid not null
operation_event.event_id integer not null
operation_event.time timestamp with time zone not null
operation_event.wall_time timestamp with time zone not null default clock_timestamp()
operation_event.type text not null
operation_event.step text
operation_event.attempt integer
operation_event.attributes jsonb not null default '{}'::jsonb
operation_event.output jsonb
organization.id uuid not null
organization.name text not null
organization.description text not null default ''::text
organization.email_domain text not null default ''::text
organization.website text not null default ''::text
organization.status text not null default 'ACTIVE'::text
organization.created_by text not null
organization.creation_time timestamp with time zone not null
organization.last_update_time timestamp with time zone not null
organization.info jsonb not null default '{}'::jsonb
organization.version bigint not null default 1
organization_founder.account_id uuid not null
organization_founder.count integer not null
organization_founder.day_start timestamp with time zone not null default now()
organization_founder.day_count integer not null default 0
outbox.org_id uuid not null
outbox.entity_type text not null
outbox.entity_id text not null
outbox.version bigint not null
outbox.position integer not null
outbox.id uuid not null
outbox.name text not null
outbox.payload jsonb not null
outbox.actor jsonb not null
outbox.creation_time timestamp with time zone not null
outbox.delivered_time timestamp with time zone
outbox.attempts integer not null default 0
outbox.next_attempt_time timestamp with time zone not null default now()
outbox.last_error text
outbox.sequence bigint
outbox_delivery.org_id uuid not null
outbox_delivery.receiver text not null
outbox_delivery.entity_type text not null
outbox_delivery.entity_id text not null
outbox_delivery.version bigint not null
outbox_delivery.position integer not null
outbox_delivery.attempts integer not null default 0
outbox_delivery.next_attempt_time timestamp with time zone not null default now()
outbox_delivery.last_error text
partner_contact.org_id uuid not null
partner_contact.id uuid not null
partner_contact.relationship_id uuid not null
partner_contact.email text not null
partner_contact.name text not null
partner_contact.job_title text not null default ''::text
partner_contact.profile_url text not null default ''::text
partner_contact.seniority text not null default ''::text
partner_contact.creation_time timestamp with time zone not null
partner_file.org_id uuid not null
partner_file.id uuid not null
partner_file.name text not null
partner_file.content_type text not null
partner_file.size integer not null
partner_file.shared_with text
partner_file.relationship_id uuid
partner_file.created_by text not null
partner_file.creation_time timestamp with time zone not null
partner_file.last_update_time timestamp with time zone not null
partner_file.version bigint not null default 1
partner_invitation.org_id uuid not null
partner_invitation.id uuid not null
partner_invitation.pair_id uuid not null
partner_invitation.direction text not null
partner_invitation.status text not null
partner_invitation.relationship_id uuid
partner_invitation.other_org_id uuid
partner_invitation.recipient jsonb not null
partner_invitation.recipient_email text not null
partner_invitation.recipient_company text not null
partner_invitation.sender jsonb not null
partner_invitation.relationship text not null
partner_invitation.engagement_type text not null
partner_invitation.subject text not null
partner_invitation.body text not null
partner_invitation.linked_file_ids uuid[] not null default '{}'::uuid[]
partner_invitation.accept_by_days integer not null
partner_invitation.accept_by timestamp with time zone not null
partner_invitation.sent_time timestamp with time zone not null
partner_invitation.resent_count integer not null default 0
partner_invitation.responded_time timestamp with time zone
partner_invitation.link_hash bytea
partner_invitation.creation_time timestamp with time zone not null
partner_invitation.last_update_time timestamp with time zone not null
partner_invitation.version bigint not null default 1
partner_message.org_id uuid not null
partner_message.id uuid not null
partner_message.connection_id uuid not null
partner_message.partner text not null
partner_message.partner_message_id text not null
partner_message.partner_request_id text
partner_message.type text not null
partner_message.body jsonb not null
partner_message.status text not null default 'PENDING'::text
partner_message.error jsonb
partner_message.creation_time timestamp with time zone not null
partner_message.last_update_time timestamp with time zone not null
partner_message.version bigint not null default 1
partner_message.event_type text not null generated as 
CASE
    WHEN ((partner = 'AWS'::text) AND ((body ->> 'source'::text) ~~ 'aws.partnercentral%'::text)) THEN 'AWS_ACE_EVENT_BRIDGE'::text
    WHEN ((partner = 'AWS'::text) AND (body ? 'detail-type'::text)) THEN 'AWS_EVENT_BRIDGE'::text
    ELSE (partner || '_MARKETPLACE'::text)
END
partner_referral_total.org_id uuid not null
partner_referral_total.relationship_id uuid not null
partner_referral_total.status text not null
partner_referral_total.referrals bigint not null
partner_relationship.org_id uuid not null
partner_relationship.id uuid not null
partner_relationship.pair_id uuid not null
partner_relationship.partner_org_id uuid
partner_relationship.company_name text not null
partner_relationship.company jsonb not null default '{}'::jsonb
partner_relationship.relationship text not null
partner_relationship.engagement_type text not null
partner_relationship.status text not null
partner_relationship.ended boolean not null default false
partner_relationship.partner_ended boolean not null default false
partner_relationship.manager_id uuid
partner_relationship.tags text[] not null default '{}'::text[]
partner_relationship.creation_time timestamp with time zone not null
partner_relationship.last_update_time timestamp with time zone not null
partner_relationship.version bigint not null default 1
partner_route.connection_id uuid not null
partner_route.org_id uuid not null
partner_route.partner text not null
partner_route.hook_secret_hash bytea not null
product.org_id uuid not null
product.id uuid not null
product.partner text not null
product.service text not null default 'MARKETPLACE'::text
product.partner_id text
product.seller_id text
product.external_id text
product.entity_id text
product.name text not null
product.status text not null
product.product_type text not null default 'UNKNOWN'::text
product.fulfillment_url text not null default ''::text
product.metering_key text not null default 'LICENSE'::text
product.info jsonb not null default '{}'::jsonb
product.meta_info jsonb not null default '{}'::jsonb
product.partner_version bigint
product.created_by text not null
product.last_updated_by text not null
product.creation_time timestamp with time zone not null
product.last_update_time timestamp with time zone not null
product.version bigint not null default 1
product.currency text generated as (info ->> 'currency'::text)
product.salesforce_opportunity_id text generated as (meta_info ->> 'salesforceOpportunityId'::text)
product.salesforce_quote_id text generated as (meta_info ->> 'salesforceQuoteId'::text)
product.hubspot_deal_id text generated as (meta_info ->> 'hubspotDealId'::text)
product.pending_change jsonb
referral.org_id uuid not null
referral.id uuid not null
referral.partner text not null
referral.direction text not null
referral.name text not null
referral.status text not null
referral.status_before text
referral.stage text not null
referral.external_id text
referral.buyer_company jsonb not null default '{}'::jsonb
referral.buyer_company_name text not null generated as COALESCE((buyer_company ->> 'name'::text), ''::text)
referral.buyer_id uuid
referral.deal_value numeric
referral.currency text
referral.target_close_date text
referral.crm_system text
referral.crm_record_id text
referral.crm_url text
referral.crm_claim boolean not null default false
referral.crm_synced jsonb
referral.document jsonb not null default '{}'::jsonb
referral.synced jsonb
referral.edited_time timestamp with time zone
referral.partner_version text
referral.partner_time timestamp with time zone
referral.partner_standing text
referral.partner_view jsonb
referral.accept_by timestamp with time zone
referral.close_reason text
referral.closed_time timestamp with time zone
referral.sync_status text not null default 'IN_SYNC'::text
referral.sync_success_time timestamp with time zone
referral.sync_attempt_time timestamp with time zone
referral.sync_errors jsonb not null default '[]'::jsonb
referral.meta_info jsonb not null default '{}'::jsonb
referral.approval_info jsonb
referral.created_by text not null
referral.last_updated_by text not null
referral.creation_time timestamp with time zone not null
referral.last_update_time timestamp with time zone not null
referral.version bigint not null default 1
referral.pair_id uuid
referral.relationship_id uuid
referral.partner_org_id uuid
referral.revenue_share jsonb
referral.partner_note text
referral.commission_id uuid
referral.crm_agreed jsonb
referral.crm_errors jsonb not null default '[]'::jsonb
referral.crm_waits boolean not null default false
referral.crm_turn integer not null default 0
referral.crm_writer uuid
referral_closed.org_id uuid not null
referral_closed.day date not null
referral_closed.partner text not null
referral_closed.status text not null
referral_closed.referrals bigint not null
referral_closed.open_seconds numeric not null
referral_contact.org_id uuid not null
referral_contact.referral_id uuid not null
referral_contact.email text not null
referral_contact.partner text not null
referral_contact.buyer_company_name text not null
referral_contact.name text not null
referral_contact.title text not null default ''::text
referral_contact.role text not null default ''::text
referral_contact.last_seen_time timestamp with time zone not null
referral_invitation.org_id uuid not null
referral_invitation.id uuid not null
referral_invitation.referral_id uuid not null
referral_invitation.partner_id text not null
referral_invitation.notes text not null
referral_invitation.assistance_request_code text not null
referral_invitation.external_id text
referral_invitation.created_by text not null
referral_invitation.creation_time timestamp with time zone not null
referral_sync_event.org_id uuid not null
referral_sync_event.id uuid not null
referral_sync_event.referral_id uuid not null
referral_sync_event.time timestamp with time zone not null
referral_sync_event.system text not null
referral_sync_event.direction text not null
referral_sync_event.operation_id uuid
referral_sync_event.changes jsonb not null
referral_sync_event.conflicts jsonb not null default '[]'::jsonb
referral_sync_event.error jsonb
referral_total.org_id uuid not null
referral_total.day date not null
referral_total.partner text not null
referral_total.status text not null
referral_total.stage text not null
referral_total.currency text not null
referral_total.referrals bigint not null
referral_total.deal_value numeric not null
revenue_channel.org_id uuid not null
revenue_channel.channel text not null
revenue_day.org_id uuid not null
revenue_day.revenue_id uuid not null
revenue_day.day date not null
revenue_day.channel text not null
revenue_day.currency text not null
revenue_day.billed numeric not null
revenue_day.refunded numeric not null
revenue_day.tax numeric not null
revenue_day.partner_tax numeric not null
revenue_day.fee numeric not null
revenue_day.cost numeric not null
revenue_day.adjusted numeric not null
revenue_day.forgiven numeric not null
revenue_day.collected numeric not null
revenue_day.disbursed numeric not null
revenue_day.refund_disbursed numeric not null
revenue_difference.org_id uuid not null
revenue_difference.id uuid not null
revenue_difference.channel text not null
revenue_difference.entitlement_id uuid not null
revenue_difference.place text not null
revenue_difference.kind text not null
revenue_difference.cause text
revenue_difference.period text not null
revenue_difference.currency text not null
revenue_difference.expected numeric
revenue_difference.billed numeric not null
revenue_difference.billed_currency text not null
revenue_difference.records uuid[] not null
revenue_difference.record_count integer not null
revenue_difference.first_seen_time timestamp with time zone not null
revenue_difference.last_seen_time timestamp with time zone not null
revenue_difference.resolved_time timestamp with time zone
revenue_difference.status text not null generated as 
CASE
    WHEN (resolved_time IS NULL) THEN 'OPEN'::text
    ELSE 'RESOLVED'::text
END
revenue_difference.version bigint not null default 1
revenue_event.org_id uuid not null
revenue_event.revenue_id uuid not null
revenue_event.sequence integer not null
revenue_event.type text not null
revenue_event.time timestamp with time zone not null
revenue_event.source json not null
revenue_event.changes json not null
revenue_event.previous_hash text not null
revenue_event.hash text not null
revenue_line.org_id uuid not null
revenue_line.channel text not null
revenue_line.dataset text not null
revenue_line.key text not null
revenue_line.position smallint not null
revenue_line.record_id text
revenue_line.currency text not null
revenue_line.stage text not null
revenue_line.kind text not null
revenue_line.nature text not null
revenue_line.amount numeric not null
revenue_line.time timestamp with time zone not null
revenue_line.day date not null
revenue_line.due_time timestamp with time zone
revenue_line.period_start timestamp with time zone
revenue_line.period_end timestamp with time zone
revenue_line.billing_model text
revenue_line.quantity numeric
revenue_line.product text
revenue_line.offer text
revenue_line.agreement text
revenue_line.buyer text
revenue_line.plan text
revenue_line.dimension text
revenue_line.invoice text
revenue_line.invoice_id uuid
revenue_line.payout text
revenue_line.failure text
revenue_line.trace text
revenue_line.partner_type text
revenue_line.paid_amount numeric
revenue_line.paid_currency text
revenue_owner_total.org_id uuid not null
revenue_owner_total.owner_id uuid not null
revenue_owner_total.currency text not null
revenue_owner_total.channel text not null
revenue_owner_total.gross numeric not null
revenue_owner_total.invoiced numeric not null
revenue_owner_total.collectable numeric not null
revenue_owner_total.disbursed numeric not null
revenue_owner_total.records bigint not null
revenue_part.org_id uuid not null
revenue_part.channel text not null
revenue_part.account_id text not null
revenue_part.name text not null
revenue_part.version text not null
revenue_part.written_time timestamp with time zone not null
revenue_part.bytes bigint
revenue_part.is_whole boolean not null default false
revenue_part.state text not null
revenue_part.found_time timestamp with time zone not null
revenue_part.read_time timestamp with time zone
revenue_part.rows bigint not null default 0
revenue_part.new_rows bigint not null default 0
revenue_part.fault jsonb
revenue_part.operation_id uuid
revenue_record.org_id uuid not null
revenue_record.id uuid not null
revenue_record.channel text not null
revenue_record.record_id text not null
revenue_record.currency text not null
revenue_record.type text not null
revenue_record.billed numeric not null
revenue_record.refunded numeric not null
revenue_record.tax numeric not null
revenue_record.partner_tax numeric not null
revenue_record.fee numeric not null
revenue_record.cost numeric not null
revenue_record.adjusted numeric not null
revenue_record.forgiven numeric not null
revenue_record.collected numeric not null
revenue_record.disbursed numeric not null
revenue_record.refund_disbursed numeric not null
revenue_record.collectable numeric not null generated as ((((billed + tax) - fee) - cost) + adjusted)
revenue_record.outstanding numeric not null generated as ((((((billed + tax) - fee) - cost) + adjusted) - forgiven) - collected)
revenue_record.first_day date not null
revenue_record.last_day date not null
revenue_record.invoice_time timestamp with time zone
revenue_record.refund_time timestamp with time zone
revenue_record.due_time timestamp with time zone
revenue_record.period_start timestamp with time zone
revenue_record.period_end timestamp with time zone
revenue_record.collected_time timestamp with time zone
revenue_record.disbursed_time timestamp with time zone
revenue_record.refund_disbursed_time timestamp with time zone
revenue_record.billing_model text
revenue_record.product text
revenue_record.offer text
revenue_record.agreement text
revenue_record.buyer text
revenue_record.plan text
revenue_record.invoice text
revenue_record.payout text
revenue_record.trace text
revenue_record.partner_type text
revenue_record.product_id uuid
revenue_record.offer_id uuid
revenue_record.entitlement_id uuid
revenue_record.buyer_id uuid
revenue_record.unmatched jsonb not null default '{}'::jsonb
revenue_record.matched boolean not null generated as (unmatched = '{}'::jsonb)
revenue_record.creation_time timestamp with time zone not null
revenue_record.last_update_time timestamp with time zone not null
revenue_record.version bigint not null default 1
revenue_request.org_id uuid not null
revenue_request.connection_id uuid not null
revenue_request.kind text not null
revenue_request.id text not null
revenue_request.first_day date not null
revenue_request.requested_time timestamp with time zone not null
revenue_row.org_id uuid not null
revenue_row.channel text not null
revenue_row.dataset text not null
revenue_row.key text not null
revenue_row.version text not null
revenue_row.hash bytea not null
revenue_row.is_deleted boolean not null
revenue_row.superseded boolean not null default false
revenue_row.columns json not null
revenue_row.part text not null
revenue_row.record_id text
revenue_row.day date
revenue_row.read_time timestamp with time zone not null
revenue_row.account_id text
revenue_sync.org_id uuid not null
revenue_sync.channel text not null
revenue_sync.connection_id uuid not null
revenue_sync.last_sync_time timestamp with time zone
revenue_sync.last_sync_status text not null default 'NEVER'::text
revenue_sync.consecutive_error_count integer not null default 0
revenue_sync.last_error jsonb
revenue_sync.synced_time timestamp with time zone
revenue_sync.operation_id uuid
revenue_sync.backfill_operation_id uuid
revenue_sync.backfill_start date
revenue_sync.backfill_end date
revenue_sync.backfill_time timestamp with time zone
revenue_sync.version bigint not null default 1
revenue_total.org_id uuid not null
revenue_total.channel text not null
revenue_total.currency text not null
revenue_total.day date not null
revenue_total.billed numeric not null
revenue_total.refunded numeric not null
revenue_total.tax numeric not null
revenue_total.partner_tax numeric not null
revenue_total.fee numeric not null
revenue_total.cost numeric not null
revenue_total.adjusted numeric not null
revenue_total.forgiven numeric not null
revenue_total.collected numeric not null
revenue_total.disbursed numeric not null
revenue_total.refund_disbursed numeric not null
revenue_total.days bigint not null
revenue_total.records bigint not null
revoked_token.org_id uuid not null
revoked_token.jti text not null
revoked_token.app_id uuid not null
revoked_token.expire_time timestamp with time zone not null
revoked_token.revoked_time timestamp with time zone not null default clock_timestamp()
role.org_id uuid not null
role.id uuid not null
role.name text not null
role.description text not null default ''::text
role.permissions text[] not null
role.created_by text not null
role.creation_time timestamp with time zone not null
role.last_update_time timestamp with time zone not null
role.version bigint not null default 1
role.namesake boolean not null default false
signing_key.kid text not null
signing_key.generation integer not null
signing_key.public_jwk jsonb not null
signing_key.sealed_private_key text not null
signing_key.creation_time timestamp with time zone not null
signing_key.signs_from timestamp with time zone not null
signing_key.verifies_until timestamp with time zone
steady_clock.one boolean not null default true
steady_clock.seen_time timestamp with time zone not null
steady_clock.steady_time timestamp with time zone not null
steady_clock.waited interval not null
support_attachment.org_id uuid not null
support_attachment.id uuid not null
support_attachment.ticket_id uuid not null
support_attachment.comment_id uuid
support_attachment.name text not null
support_attachment.content_type text not null
support_attachment.size integer not null
support_attachment.created_by text not null
support_attachment.creation_time timestamp with time zone not null
support_comment.org_id uuid not null
support_comment.id uuid not null
support_comment.ticket_id uuid not null
support_comment.visibility text not null
support_comment.body text not null
support_comment.author_id text
support_comment.author_name text not null
support_comment.author_email text
support_comment.mail_key text
support_comment.creation_time timestamp with time zone not null
support_storage.org_id uuid not null
support_storage.files integer not null
support_storage.bytes bigint not null
support_ticket.org_id uuid not null
support_ticket.id uuid not null
support_ticket.name text not null
support_ticket.description text not null
support_ticket.priority text not null
support_ticket.status text not null
support_ticket.task_type text not null
support_ticket.creator text not null
support_ticket.creator_key text generated as mos_fold(creator)
support_ticket.creator_id text
support_ticket.watchers text[] not null default '{}'::text[]
support_ticket.assignee_id uuid
support_ticket.entity_type text
support_ticket.entity_id text
support_ticket.running_ms bigint not null default 0
support_ticket.running_since timestamp with time zone
support_ticket.first_answer_time timestamp with time zone
support_ticket.first_answer_missed_time timestamp with time zone
support_ticket.resolution_missed_time timestamp with time zone
support_ticket.close_time timestamp with time zone
support_ticket.comment_count integer not null default 0
support_ticket.attachment_count integer not null default 0
support_ticket.created_by text not null
support_ticket.creation_time timestamp with time zone not null
support_ticket.last_update_time timestamp with time zone not null
support_ticket.version bigint not null default 1
support_ticket_watcher.org_id uuid not null
support_ticket_watcher.ticket_id uuid not null
support_ticket_watcher.watcher_key text not null
usage_call.org_id uuid not null
usage_call.id uuid not null
usage_call.time timestamp with time zone not null
usage_call.partner_request_id text
usage_call.request jsonb not null
usage_call.response jsonb not null
usage_comparison.org_id uuid not null
usage_comparison.partner text not null
usage_comparison.day date not null
usage_comparison.account_id text not null
usage_comparison.compared_time timestamp with time zone not null
usage_comparison.lines integer not null
usage_comparison.open_differences integer not null
usage_comparison.final boolean not null
usage_comparison.version bigint not null default 1
usage_cursor.org_id uuid not null
usage_cursor.entitlement_id uuid not null
usage_cursor.dimension text not null
usage_cursor.kind text not null
usage_cursor.fraction numeric not null default 0
usage_cursor.dropped numeric not null default 0
usage_cursor.version bigint not null default 1
usage_cursor.allocations jsonb not null default '[]'::jsonb
usage_cursor.owed numeric not null default 0
usage_difference.org_id uuid not null
usage_difference.partner text not null
usage_difference.day date not null
usage_difference.resource text not null
usage_difference.plan_id text not null
usage_difference.dimension text not null
usage_difference.entitlement_id uuid not null
usage_difference.cause text not null
usage_difference.quantity numeric not null
usage_difference.our_quantity numeric not null
usage_difference.their_quantity numeric not null
usage_difference.billed_quantity numeric
usage_difference.partner_status text not null
usage_difference.first_seen_time timestamp with time zone not null
usage_difference.last_seen_time timestamp with time zone not null
usage_difference.resolved_time timestamp with time zone
usage_dropped_item.org_id uuid not null
usage_dropped_item.hour timestamp with time zone not null
usage_dropped_item.entitlement_id uuid not null
usage_dropped_item.dimension text not null
usage_dropped_item.creation_month date not null
usage_dropped_item.state text not null
usage_dropped_item.test boolean not null
usage_dropped_item.items bigint not null
usage_dropped_item.quantity numeric not null
usage_dropped_item.carried_back numeric not null
usage_included.org_id uuid not null
usage_included.term_id uuid not null
usage_included.dimension text not null
usage_included.start_time timestamp with time zone not null
usage_included.entitlement_id uuid not null
usage_included.used numeric not null default 0
usage_included.version bigint not null default 1
usage_metering_config.org_id uuid not null
usage_metering_config.partner text not null
usage_metering_config.enable_dimension_mapping boolean not null default false
usage_metering_config.dimension_mapping jsonb not null default '{}'::jsonb
usage_metering_config.dimension_mapping_v2 jsonb not null default '{}'::jsonb
usage_metering_config.last_update_time timestamp with time zone not null
usage_metering_config.version bigint not null default 1
usage_pause.org_id uuid not null
usage_pause.entitlement_id uuid not null
usage_pause.through date not null
usage_record_group.org_id uuid not null
usage_record_group.creation_month date not null
usage_record_group.id text not null
usage_record_group.entitlement_id uuid not null
usage_record_group.buyer_id uuid
usage_record_group.product_id uuid
usage_record_group.partner text not null
usage_record_group.status text not null
usage_record_group.source text not null default 'API'::text
usage_record_group.records jsonb not null
usage_record_group.meta_info jsonb not null default '{}'::jsonb
usage_record_group.usage_allocations jsonb
usage_record_group.usage_time timestamp with time zone not null
usage_record_group.report_id uuid
usage_record_group.reported_time timestamp with time zone
usage_record_group.creation_time timestamp with time zone not null
usage_record_group.last_update_time timestamp with time zone not null
usage_record_group.version bigint not null default 1
usage_record_group_id.org_id uuid not null
usage_record_group_id.id text not null
usage_record_group_id.creation_month date not null
usage_record_item.org_id uuid not null
usage_record_item.creation_month date not null
usage_record_item.group_id text not null
usage_record_item.dimension text not null
usage_record_item.entitlement_id uuid not null
usage_record_item.term_id uuid not null
usage_record_item.hour timestamp with time zone not null
usage_record_item.original_hour timestamp with time zone
usage_record_item.quantity numeric not null
usage_record_item.test boolean not null default false
usage_record_item.state text not null
usage_record_item.cause text
usage_record_item.report_row_id uuid
usage_record_item.allocations jsonb
usage_record_item.carried_back numeric not null default 0
usage_report.org_id uuid not null
usage_report.id uuid not null
usage_report.entitlement_id uuid not null
usage_report.term_id uuid not null
usage_report.product_id uuid
usage_report.buyer_id uuid
usage_report.partner text not null
usage_report.hour timestamp with time zone not null
usage_report.kind text not null
usage_report.group_ids text[] not null
usage_report.creation_time timestamp with time zone not null
usage_report.version bigint not null default 1
usage_report.credit_amount numeric
usage_report.used_credit_amount numeric
usage_report.commit_amount numeric
usage_report.used_commit_amount numeric
usage_report_row.org_id uuid not null
usage_report_row.id uuid not null
usage_report_row.report_id uuid not null
usage_report_row.entitlement_id uuid not null
usage_report_row.dimension text not null
usage_report_row.hour timestamp with time zone not null
usage_report_row.kind text not null
usage_report_row.partner text not null
usage_report_row.product_id uuid
usage_report_row.scope text not null
usage_report_row.accepted numeric not null
usage_report_row.carried_in numeric not null
usage_report_row.carried_out numeric not null
usage_report_row.standing numeric not null
usage_report_row.quantity numeric not null
usage_report_row.told_time timestamp with time zone not null
usage_report_row.address jsonb not null
usage_report_row.deadline timestamp with time zone not null
usage_report_row.oldest_month date not null
usage_report_row.state text not null
usage_report_row.message text not null default ''::text
usage_report_row.record_id text
usage_report_row.attempts integer not null default 0
usage_report_row.next_attempt_time timestamp with time zone
usage_report_row.version bigint not null default 1
usage_report_row.allocations jsonb
usage_report_row.credited numeric not null default 0
usage_report_row.committed numeric not null default 0
usage_report_row.credit_amount numeric not null default 0
usage_report_row.commit_amount numeric not null default 0
usage_report_row.unit_price numeric
usage_report_row.again uuid not null default '00000000-0000-0000-0000-000000000000'::uuid
usage_report_row.included numeric not null default 0
usage_report_row.included_of jsonb
usage_report_row.carried_back numeric not null default 0
usage_report_row.share_term_id uuid
usage_report_row.share_amount numeric not null default 0
usage_report_row.adjusted numeric not null default 0
usage_report_row.unit_list_price numeric
usage_report_row.receipt_number bigint
usage_report_send.org_id uuid not null
usage_report_send.row_id uuid not null
usage_report_send.attempt integer not null
usage_report_send.time timestamp with time zone not null
usage_report_send.outcome text
usage_report_send.code text
usage_report_send.message text
usage_report_send.call_id uuid
usage_settlement.org_id uuid not null
usage_settlement.row_id uuid not null
usage_settlement.outcome text not null
usage_settlement.note text not null
usage_settlement.actor jsonb not null
usage_settlement.time timestamp with time zone not null
usage_settlement.partner_answer jsonb
usage_silence.org_id uuid not null
usage_silence.entitlement_id uuid not null
usage_silence.dimension text not null
usage_silence.partner text not null
usage_silence.interval_days integer not null
usage_silence.last_day date not null
usage_silence.last_hour timestamp with time zone
usage_silence.silent_since timestamp with time zone not null
usage_silence.announced_time timestamp with time zone not null
usage_silence.cleared_time timestamp with time zone
usage_silence.version bigint not null default 1
usage_term.org_id uuid not null
usage_term.term_id uuid not null
usage_term.entitlement_id uuid not null
usage_term.flush_through timestamp with time zone
usage_term.closed_time timestamp with time zone
usage_term.closed_code text
usage_term.version bigint not null default 1
usage_total.org_id uuid not null
usage_total.counts text not null
usage_total.partner text not null
usage_total.entitlement_id uuid not null
usage_total.product_id uuid not null
usage_total.buyer_id uuid not null
usage_total.day date not null
usage_total.dimension text not null
usage_total.quantity numeric not null
usage_total_change.org_id uuid not null
usage_total_change.id bigint not null
usage_total_change.counts text not null
usage_total_change.partner text not null
usage_total_change.entitlement_id uuid not null
usage_total_change.product_id uuid
usage_total_change.buyer_id uuid
usage_total_change.day date not null
usage_total_change.dimension text not null
usage_total_change.quantity numeric not null
used_assertion.org_id uuid not null
used_assertion.app_id uuid not null
used_assertion.key text not null
used_assertion.expire_time timestamp with time zone not null
wallet.org_id uuid not null
wallet.id uuid not null
wallet.buyer_id uuid not null
wallet.partner text not null
wallet.type text not null
wallet.status text not null
wallet.name text not null default ''::text
wallet.currency text
wallet.external_id text
wallet.total_amount numeric not null default 0
wallet.used_amount numeric not null default 0
wallet.start_time timestamp with time zone
wallet.expire_time timestamp with time zone
wallet.info jsonb not null default '{}'::jsonb
wallet.detached boolean not null default false
wallet.creation_time timestamp with time zone not null
wallet.last_update_time timestamp with time zone not null
wallet.version bigint not null default 1
wallet_charge.org_id uuid not null
wallet_charge.id uuid not null
wallet_charge.wallet_id uuid not null
wallet_charge.reference text not null
wallet_charge.currency text not null
wallet_charge.amount numeric not null
wallet_charge.status text not null default 'PENDING'::text
wallet_charge.external_id text
wallet_charge.error jsonb
wallet_charge.creation_time timestamp with time zone not null
wallet_charge.last_update_time timestamp with time zone not null
wallet_charge.version bigint not null default 1
wallet_charge.dispute_time timestamp with time zone
wallet_entry.org_id uuid not null
wallet_entry.id uuid not null
wallet_entry.wallet_id uuid not null
wallet_entry.reason text not null
wallet_entry.amount numeric not null
wallet_entry.reference text
wallet_entry.creation_time timestamp with time zone not null
wallet_refund.org_id uuid not null
wallet_refund.id uuid not null
wallet_refund.charge_id uuid not null
wallet_refund.reference text not null
wallet_refund.amount numeric not null
wallet_refund.status text not null default 'PENDING'::text
wallet_refund.external_id text
wallet_refund.error jsonb
wallet_refund.creation_time timestamp with time zone not null
wallet_refund.last_update_time timestamp with time zone not null
wallet_refund.version bigint not null default 1
webhook.org_id uuid not null
webhook.id uuid not null
webhook.url text not null
webhook.description text not null default ''::text
webhook.types text[] not null default '{}'::text[]
webhook.entity_ids text[] not null default '{}'::text[]
webhook.ordered boolean not null default false
webhook.format text not null
webhook.enabled boolean not null
webhook.disabled_reason text
webhook.disabled_time timestamp with time zone
webhook.header_names text[] not null default '{}'::text[]
webhook.headers_sealed text
webhook.secret_sealed text
webhook.previous_secret_sealed text
webhook.previous_secret_until timestamp with time zone
webhook.epoch integer not null default 0
webhook.deleted_time timestamp with time zone
webhook.created_by text not null
webhook.last_updated_by text not null
webhook.creation_time timestamp with time zone not null
webhook.last_update_time timestamp with time zone not null
webhook.version bigint not null default 1
webhook_attempt.org_id uuid not null
webhook_attempt.delivery_id uuid not null
webhook_attempt.number integer not null
webhook_attempt.time timestamp with time zone not null
webhook_attempt.milliseconds integer not null
webhook_attempt.status_code integer
webhook_attempt.answer text
webhook_attempt.error_code text
webhook_attempt.error_message text
webhook_delivery.org_id uuid not null
webhook_delivery.id uuid not null
webhook_delivery.webhook_id uuid not null
webhook_delivery.event_id uuid not null
webhook_delivery.replay_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid
webhook_delivery.place bigint not null
webhook_delivery.sequence bigint
webhook_delivery.own_event jsonb
webhook_delivery.event_type text not null
webhook_delivery.entity_type text not null
webhook_delivery.entity_id text not null
webhook_delivery.status text not null
webhook_delivery.epoch integer not null
webhook_delivery.attempts integer not null default 0
webhook_delivery.tries integer not null default 0
webhook_delivery.trying_since timestamp with time zone
webhook_delivery.next_attempt_time timestamp with time zone
webhook_delivery.lease_until timestamp with time zone
webhook_delivery.last_status_code integer
webhook_delivery.last_error_code text
webhook_delivery.last_error_message text
webhook_delivery.done_time timestamp with time zone
webhook_delivery.creation_time timestamp with time zone not null
webhook_delivery.wall_time timestamp with time zone not null default now()
webhook_health.org_id uuid not null
webhook_health.webhook_id uuid not null
webhook_health.delivered bigint not null default 0
webhook_health.failed bigint not null default 0
webhook_health.last_success_time timestamp with time zone
webhook_health.last_failure_time timestamp with time zone
webhook_health.failing_since timestamp with time zone
webhook_health.due_time timestamp with time zone
webhook_health.lease_time timestamp with time zone

-- constraints
account: CHECK ((email = lower(email)))
account: CHECK ((image IS NULL))
account: CHECK (email_verified)
account: PRIMARY KEY (id)
account: UNIQUE (email)
account_activity: PRIMARY KEY (org_id, id)
account_login: CHECK ((access_token IS NULL))
account_login: CHECK ((access_token_expire_time IS NULL))
account_login: CHECK ((id_token IS NULL))
account_login: CHECK ((refresh_token IS NULL))
account_login: CHECK ((refresh_token_expire_time IS NULL))
account_login: FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
account_login: PRIMARY KEY (id)
account_login: UNIQUE (provider_id, subject)
account_mail: PRIMARY KEY (id)
account_network: FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
account_network: PRIMARY KEY (account_id, network_hash)
account_passkey: FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
account_passkey: PRIMARY KEY (id)
account_passkey: UNIQUE (credential_id)
account_second_factor: FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
account_second_factor: PRIMARY KEY (id)
account_second_factor: UNIQUE (account_id)
account_session: CHECK ((length(token_hash) = 54))
account_session: FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
account_session: PRIMARY KEY (id)
account_session: UNIQUE (token_hash)
account_sign_up: PRIMARY KEY (token_hash)
account_used_code: FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
account_used_code: PRIMARY KEY (account_id, code_hash)
account_verification: PRIMARY KEY (id)
api_client: CHECK ((role = ANY (ARRAY['VIEWER'::text, 'EDITOR'::text])))
api_client: CHECK ((type = ANY (ARRAY['API_KEY'::text, 'BEARER_TOKEN'::text])))
api_client: FOREIGN KEY (org_id) REFERENCES organization(id)
api_client: PRIMARY KEY (org_id, id)
audit_event: PRIMARY KEY (org_id, id)
audit_seal: CHECK ((octet_length(hash) = 32))
audit_seal: CHECK ((octet_length(previous_hash) = 32))
audit_seal: PRIMARY KEY (org_id, sequence)
audit_seal: UNIQUE (org_id, event_id)
audit_unsealed: PRIMARY KEY (org_id, place)
auth_throttle: PRIMARY KEY (key)
billable_group: PRIMARY KEY (org_id, entitlement_id, metric_id, month, group_by)
billable_hour: CHECK (((billed >= (0)::numeric) AND (billed <= quantity)))
billable_hour: CHECK ((kind = ANY (ARRAY['LIVE'::text, 'TEST'::text])))
billable_hour: CHECK ((quantity >= (0)::numeric))
billable_hour: CHECK ((records > 0))
billable_hour: CHECK ((revision > 0))
billable_hour: FOREIGN KEY (org_id, report_id) REFERENCES usage_report(org_id, id)
billable_hour: PRIMARY KEY (org_id, id)
billable_metric: CHECK ((aggregation_type = ANY (ARRAY['COUNT'::text, 'UNIQUE_COUNT'::text, 'SUM'::text, 'MAX'::text, 'LAST'::text])))
billable_metric: CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DELETED'::text])))
billable_metric: PRIMARY KEY (org_id, id)
billable_record: CHECK (((report_id IS NOT NULL) = (state = 'REPORTED'::text)))
billable_record: CHECK ((quantity >= (0)::numeric))
billable_record: CHECK ((state = ANY (ARRAY['CREATED'::text, 'REPORTED'::text, 'INVALID'::text, 'DELETED'::text])))
billable_record: PRIMARY KEY (org_id, creation_month, group_id, "position")
billable_value: PRIMARY KEY (org_id, entitlement_id, metric_id, group_by, kind, value, hour)
billed_usage: PRIMARY KEY (org_id, entitlement_id)
branding: CHECK ((accent_color ~ '^#[0-9a-f]{6}$'::text))
branding: FOREIGN KEY (org_id) REFERENCES organization(id)
branding: PRIMARY KEY (org_id)
buyer: PRIMARY KEY (org_id, id)
buyer_contact: FOREIGN KEY (org_id, buyer_id) REFERENCES buyer(org_id, id)
buyer_contact: FOREIGN KEY (org_id, contact_id) REFERENCES contact(org_id, id)
buyer_contact: PRIMARY KEY (org_id, buyer_id, contact_id)
buyer_payment: FOREIGN KEY (org_id, buyer_id) REFERENCES buyer(org_id, id)
buyer_payment: PRIMARY KEY (org_id, buyer_id)
charge_dispute: CHECK ((amount > (0)::numeric))
charge_dispute: CHECK ((state = ANY (ARRAY['RETURNED'::text, 'REINSTATED'::text])))
charge_dispute: FOREIGN KEY (org_id, charge_id) REFERENCES wallet_charge(org_id, id)
charge_dispute: PRIMARY KEY (org_id, charge_id, dispute_id)
commission: CHECK ((amount >= (0)::numeric))
commission: CHECK ((side = ANY (ARRAY['SELLER'::text, 'PARTNER'::text])))
commission: CHECK ((status = ANY (ARRAY['PENDING_CONFIRMATION'::text, 'CONFIRMED'::text, 'INVOICED'::text, 'PAID'::text, 'CLAWED_BACK'::text, 'VOIDED'::text])))
commission: FOREIGN KEY (org_id, referral_id) REFERENCES referral(org_id, id)
commission: FOREIGN KEY (org_id, relationship_id) REFERENCES partner_relationship(org_id, id)
commission: PRIMARY KEY (org_id, id)
commission: UNIQUE (org_id, pair_id)
commission_entry: CHECK ((amount > (0)::numeric))
commission_entry: CHECK ((side = ANY (ARRAY['SELLER'::text, 'PARTNER'::text])))
commission_entry: CHECK ((type = ANY (ARRAY['CONFIRMED'::text, 'INCREASED'::text, 'REDUCED'::text, 'VOIDED'::text, 'PAID'::text, 'CLAWED_BACK'::text])))
commission_entry: FOREIGN KEY (org_id, commission_id) REFERENCES commission(org_id, id)
commission_entry: PRIMARY KEY (org_id, id)
commission_total: PRIMARY KEY (org_id, relationship_id, month, side, currency)
connection: CHECK ((mode = ANY (ARRAY['LIVE'::text, 'SHADOW'::text])))
connection: CHECK ((status = ANY (ARRAY['CONNECTED'::text, 'ERROR'::text])))
connection: FOREIGN KEY (org_id) REFERENCES organization(id)
connection: PRIMARY KEY (org_id, id)
connection: UNIQUE (org_id, partner, service)
contact: CHECK ((last_update_time >= creation_time))
contact: PRIMARY KEY (org_id, id)
contact: UNIQUE (org_id, email_key)
cosell_cursor: PRIMARY KEY (org_id, connection_id)
cosell_mapping: CHECK ((conflict_rule = ANY (ARRAY['CRM_WINS'::text, 'PARTNER_WINS'::text, 'NEWEST_WINS'::text])))
cosell_mapping: CHECK ((crm = ANY (ARRAY['SALESFORCE'::text, 'HUBSPOT'::text])))
cosell_mapping: CHECK ((partner = ANY (ARRAY['AWS'::text, 'AZURE'::text, 'GCP'::text])))
cosell_mapping: PRIMARY KEY (org_id, crm, partner)
credit_spend: CHECK (((left_amount >= (0)::numeric) AND (left_amount <= amount)))
credit_spend: FOREIGN KEY (org_id, buyer_id) REFERENCES buyer(org_id, id)
credit_spend: PRIMARY KEY (org_id, buyer_id, reference)
due: PRIMARY KEY (org_id, kind, entity_id)
engine_turn: PRIMARY KEY (name)
entitlement: CHECK ((last_update_time >= creation_time))
entitlement: FOREIGN KEY (org_id, buyer_id) REFERENCES buyer(org_id, id)
entitlement: FOREIGN KEY (org_id, offer_id) REFERENCES offer(org_id, id)
entitlement: FOREIGN KEY (org_id, product_id) REFERENCES product(org_id, id)
entitlement: PRIMARY KEY (org_id, id)
entitlement_cancellation_request: FOREIGN KEY (org_id, entitlement_id) REFERENCES entitlement(org_id, id)
entitlement_cancellation_request: PRIMARY KEY (org_id, id)
entitlement_external_id: FOREIGN KEY (org_id, entitlement_id) REFERENCES entitlement(org_id, id)
entitlement_external_id: PRIMARY KEY (org_id, external_id, partner)
entitlement_price: FOREIGN KEY (org_id, entitlement_id) REFERENCES entitlement(org_id, id)
entitlement_price: PRIMARY KEY (org_id, entitlement_id, from_time)
entitlement_term: CHECK ((((type = 'DivideCommit'::text) = (parent_term_id IS NOT NULL)) AND ((parent_term_id IS NULL) = (agreed_start IS NULL)) AND ((parent_term_id IS NULL) OR (divided_amount = (0)::numeric))))
entitlement_term: CHECK ((divided_amount >= (0)::numeric))
entitlement_term: FOREIGN KEY (org_id, entitlement_id) REFERENCES entitlement(org_id, id)
entitlement_term: PRIMARY KEY (org_id, id)
event_place: PRIMARY KEY (org_id)
exchange_rate: CHECK ((rate > (0)::numeric))
exchange_rate: FOREIGN KEY (org_id, table_name) REFERENCES exchange_rate_table(org_id, name)
exchange_rate: PRIMARY KEY (org_id, table_name, currency, day)
exchange_rate_table: CHECK ((rates >= 0))
exchange_rate_table: PRIMARY KEY (org_id, name)
executor: PRIMARY KEY (id)
former_member: FOREIGN KEY (org_id) REFERENCES organization(id)
former_member: PRIMARY KEY (org_id, email)
idempotency: PRIMARY KEY (org_id, caller, key)
invoice: CHECK (((carried_to IS NULL) OR (status = 'CANCELED'::text)))
invoice: CHECK (((credit_amount + charged_amount) <= amount))
invoice: CHECK (((refunded_amount >= (0)::numeric) AND (refunded_amount <= amount)))
invoice: CHECK (((type = 'REFUND'::text) = (refund_of IS NOT NULL)))
invoice: CHECK ((amount >= (0)::numeric))
invoice: CHECK ((charged_amount >= (0)::numeric))
invoice: CHECK ((credit_amount >= (0)::numeric))
invoice: CHECK ((lost_amount >= (0)::numeric))
invoice: CHECK ((payment_status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'SUCCESS'::text, 'FAILED'::text])))
invoice: CHECK ((period_end > period_start))
invoice: CHECK ((status = ANY (ARRAY['DRAFT'::text, 'FINALIZED'::text, 'CANCELED'::text])))
invoice: CHECK ((type = ANY (ARRAY['COMMIT'::text, 'INSTALLMENT'::text, 'USAGE'::text, 'ADDON'::text, 'FINAL'::text, 'REFUND'::text])))
invoice: FOREIGN KEY (org_id, entitlement_id) REFERENCES entitlement(org_id, id)
invoice: FOREIGN KEY (org_id, refund_of) REFERENCES invoice(org_id, id)
invoice: PRIMARY KEY (org_id, id)
knowledge_index: CHECK (id)
knowledge_index: PRIMARY KEY (id)
knowledge_piece: CHECK ((keeper = ANY (ARRAY['RELEASE'::text, 'IMPORT'::text])))
knowledge_piece: CHECK ((source = ANY (ARRAY['MARKETPLACE'::text, 'SERVICE'::text, 'API'::text])))
knowledge_piece: PRIMARY KEY (id)
knowledge_word: PRIMARY KEY (word)
marketplace_usage: PRIMARY KEY (org_id, channel, dataset, key)
membership: CHECK (((account_id IS NULL) = (status = 'INVITED'::text)))
membership: CHECK (((role = 'CUSTOM'::text) = (custom_role_id IS NOT NULL)))
membership: CHECK ((email = lower(email)))
membership: CHECK ((role = ANY (ARRAY['OWNER'::text, 'ADMIN'::text, 'EDITOR'::text, 'VIEWER'::text, 'CUSTOM'::text])))
membership: CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INVITED'::text, 'DISABLED'::text])))
membership: FOREIGN KEY (org_id) REFERENCES organization(id)
membership: FOREIGN KEY (org_id, custom_role_id) REFERENCES role(org_id, id)
membership: PRIMARY KEY (org_id, id)
month_retention: CHECK ((month = date_trunc('month'::text, (month)::timestamp with time zone)))
month_retention: PRIMARY KEY (family, month)
monthly_table: CHECK ((family ~ '^[a-z]+$'::text))
monthly_table: PRIMARY KEY (name)
notification_config: PRIMARY KEY (org_id)
notification_digest: FOREIGN KEY (org_id, event_id) REFERENCES notification_event(org_id, id)
notification_digest: PRIMARY KEY (org_id, recipient_key, event_id)
notification_event: CHECK ((priority = ANY (ARRAY['LOW'::text, 'MEDIUM'::text, 'HIGH'::text, 'CRITICAL'::text])))
notification_event: PRIMARY KEY (org_id, id)
notification_message: CHECK (((event_id IS NULL) = (rule IS NULL)))
notification_message: CHECK ((channel = ANY (ARRAY['EMAIL'::text, 'SLACK'::text, 'MICROSOFT_TEAMS'::text])))
notification_message: CHECK ((status = ANY (ARRAY['SCHEDULED'::text, 'PENDING'::text, 'DONE'::text, 'FAILED'::text])))
notification_message: FOREIGN KEY (org_id) REFERENCES organization(id)
notification_message: FOREIGN KEY (org_id, contact_id) REFERENCES contact(org_id, id)
notification_message: PRIMARY KEY (org_id, id)
oauth_app: CHECK ((((access_level = 'CUSTOM'::text) AND (deleted_time IS NULL)) = (custom_role_id IS NOT NULL)))
oauth_app: CHECK (((secret_hash IS NULL) = (jwks IS NOT NULL)))
oauth_app: CHECK ((access_level = ANY (ARRAY['VIEWER'::text, 'EDITOR'::text, 'CUSTOM'::text])))
oauth_app: FOREIGN KEY (org_id) REFERENCES organization(id)
oauth_app: FOREIGN KEY (org_id, custom_role_id) REFERENCES role(org_id, id)
oauth_app: PRIMARY KEY (id)
oauth_app: UNIQUE (client_id)
oauth_app_call: PRIMARY KEY (org_id, app_id, day)
offer: CHECK ((last_update_time >= creation_time))
offer: FOREIGN KEY (org_id, buyer_id) REFERENCES buyer(org_id, id)
offer: FOREIGN KEY (org_id, offer_set_id) REFERENCES offer_set(org_id, id)
offer: FOREIGN KEY (org_id, product_id) REFERENCES product(org_id, id)
offer: PRIMARY KEY (org_id, id)
offer_contact: FOREIGN KEY (org_id, contact_id) REFERENCES contact(org_id, id)
offer_contact: FOREIGN KEY (org_id, offer_id) REFERENCES offer(org_id, id)
offer_contact: PRIMARY KEY (org_id, offer_id, contact_id)
offer_expiry_notice: CHECK (((days >= 1) AND (days <= 90)))
offer_expiry_notice: PRIMARY KEY (org_id)
offer_external_id: FOREIGN KEY (org_id, offer_id) REFERENCES offer(org_id, id)
offer_external_id: PRIMARY KEY (org_id, external_id, partner)
offer_notice: FOREIGN KEY (org_id, offer_id) REFERENCES offer(org_id, id)
offer_notice: PRIMARY KEY (org_id, id)
offer_set: PRIMARY KEY (org_id, id)
offer_set_offer: FOREIGN KEY (org_id, offer_id) REFERENCES offer(org_id, id)
offer_set_offer: FOREIGN KEY (org_id, offer_set_id) REFERENCES offer_set(org_id, id)
offer_set_offer: PRIMARY KEY (org_id, offer_set_id, offer_id)
onboarding: CHECK ((intent = ANY (ARRAY['ACTIVE'::text, 'SKIPPED'::text, 'DISMISSED'::text])))
onboarding: FOREIGN KEY (org_id) REFERENCES organization(id)
onboarding: PRIMARY KEY (org_id)
operation: CHECK ((status = ANY (ARRAY['RUNNING'::text, 'COMPLETED'::text, 'FAILED'::text, 'CANCELED'::text, 'TIMED_OUT'::text])))
operation: PRIMARY KEY (org_id, id)
operation_event: PRIMARY KEY (org_id, operation_id, event_id)
organization: CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'PENDING_APPROVAL'::text, 'DISABLED'::text])))
organization: PRIMARY KEY (id)
organization_founder: FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
organization_founder: PRIMARY KEY (account_id)
outbox_delivery: PRIMARY KEY (org_id, receiver, entity_type, entity_id, version, "position")
partner_contact: FOREIGN KEY (org_id, relationship_id) REFERENCES partner_relationship(org_id, id)
partner_contact: PRIMARY KEY (org_id, id)
partner_contact: UNIQUE (org_id, relationship_id, email)
partner_file: CHECK (((relationship_id IS NULL) OR (shared_with = 'PARTNER'::text)))
partner_file: CHECK (((shared_with IS DISTINCT FROM 'PARTNER'::text) OR (relationship_id IS NOT NULL)))
partner_file: CHECK ((shared_with = ANY (ARRAY['ALL_PARTNERS'::text, 'PARTNER'::text])))
partner_file: FOREIGN KEY (org_id, relationship_id) REFERENCES partner_relationship(org_id, id)
partner_file: PRIMARY KEY (org_id, id)
partner_invitation: CHECK ((direction = ANY (ARRAY['OUTBOUND'::text, 'INBOUND'::text])))
partner_invitation: CHECK ((status = ANY (ARRAY['PENDING'::text, 'ACCEPTED'::text, 'DECLINED'::text, 'CANCELLED'::text, 'EXPIRED'::text])))
partner_invitation: FOREIGN KEY (org_id, relationship_id) REFERENCES partner_relationship(org_id, id)
partner_invitation: PRIMARY KEY (org_id, id)
partner_invitation: UNIQUE (org_id, pair_id)
partner_message: CHECK ((last_update_time >= creation_time))
partner_message: CHECK ((status = ANY (ARRAY['PENDING'::text, 'DONE'::text, 'FAILED'::text, 'AUDITED'::text])))
partner_message: PRIMARY KEY (org_id, id)
partner_message: UNIQUE (org_id, connection_id, partner_message_id)
partner_referral_total: PRIMARY KEY (org_id, relationship_id, status)
partner_relationship: CHECK ((engagement_type = ANY (ARRAY['CO_SELL'::text, 'RESELL'::text, 'REFER'::text, 'SERVICE'::text])))
partner_relationship: CHECK ((relationship = ANY (ARRAY['RESELLER'::text, 'REFERRAL'::text, 'DISTRIBUTOR'::text, 'TECHNOLOGY'::text, 'SYSTEM_INTEGRATOR'::text, 'MSP'::text])))
partner_relationship: CHECK ((status = ANY (ARRAY['INVITED'::text, 'ACTIVE'::text, 'INACTIVE'::text])))
partner_relationship: PRIMARY KEY (org_id, id)
partner_relationship: UNIQUE (org_id, pair_id)
partner_relationship: UNIQUE (org_id, partner_org_id)
partner_route: FOREIGN KEY (org_id) REFERENCES organization(id)
partner_route: FOREIGN KEY (org_id, connection_id) REFERENCES connection(org_id, id)
partner_route: PRIMARY KEY (org_id, connection_id)
product: CHECK ((metering_key = ANY (ARRAY['LICENSE'::text, 'PRODUCT_CODE'::text])))
product: PRIMARY KEY (org_id, id)
referral: CHECK ((crm_system = ANY (ARRAY['SALESFORCE'::text, 'HUBSPOT'::text])))
referral: CHECK ((direction = ANY (ARRAY['OUTBOUND'::text, 'INBOUND'::text])))
referral: CHECK ((partner = ANY (ARRAY['AWS'::text, 'AZURE'::text, 'GCP'::text, 'DIRECT'::text])))
referral: CHECK ((sync_status = ANY (ARRAY['IN_SYNC'::text, 'PENDING'::text, 'FAILED'::text])))
referral: CHECK ((target_close_date ~ '^\d{4}-\d\d-\d\d$'::text))
referral: FOREIGN KEY (org_id, relationship_id) REFERENCES partner_relationship(org_id, id)
referral: PRIMARY KEY (org_id, id)
referral_closed: CHECK ((status = ANY (ARRAY['WON'::text, 'LOST'::text])))
referral_closed: PRIMARY KEY (org_id, day, partner, status)
referral_contact: PRIMARY KEY (org_id, referral_id, email)
referral_invitation: PRIMARY KEY (org_id, id)
referral_sync_event: CHECK ((direction = ANY (ARRAY['INBOUND'::text, 'OUTBOUND'::text])))
referral_sync_event: CHECK ((system = ANY (ARRAY['AWS'::text, 'AZURE'::text, 'GCP'::text, 'SALESFORCE'::text, 'HUBSPOT'::text])))
referral_sync_event: PRIMARY KEY (org_id, id)
referral_total: PRIMARY KEY (org_id, day, partner, status, stage, currency)
revenue_channel: PRIMARY KEY (org_id, channel)
revenue_day: PRIMARY KEY (org_id, revenue_id, day)
revenue_difference: CHECK ((kind = ANY (ARRAY['MISSING'::text, 'DOUBLE'::text, 'AMOUNT_DIFFERS'::text, 'CURRENCY_DIFFERS'::text, 'UNEXPECTED'::text, 'NOT_JUDGED'::text])))
revenue_difference: PRIMARY KEY (org_id, id)
revenue_event: CHECK ((type = ANY (ARRAY['INGESTED'::text, 'BILLED'::text, 'COLLECTED'::text, 'DISBURSED'::text, 'REFUNDED'::text, 'ADJUSTED'::text, 'MATCHED'::text])))
revenue_event: PRIMARY KEY (org_id, revenue_id, sequence)
revenue_line: CHECK ((kind = ANY (ARRAY['REVENUE'::text, 'TAX'::text, 'PARTNER_TAX'::text, 'FEE'::text, 'COST'::text, 'PAYOUT'::text, 'ADJUSTMENT'::text])))
revenue_line: CHECK ((nature = ANY (ARRAY['PLAIN'::text, 'RETURN'::text, 'CREDIT'::text, 'FAILED'::text])))
revenue_line: CHECK ((stage = ANY (ARRAY['BILLED'::text, 'COLLECTED'::text, 'DISBURSED'::text, 'FORGIVEN'::text, 'NOTED'::text])))
revenue_line: PRIMARY KEY (org_id, channel, dataset, key, "position")
revenue_owner_total: PRIMARY KEY (org_id, owner_id, currency, channel)
revenue_part: CHECK ((state = ANY (ARRAY['FOUND'::text, 'READ'::text, 'FAULTY'::text])))
revenue_part: PRIMARY KEY (org_id, channel, account_id, name)
revenue_record: CHECK ((type = ANY (ARRAY['CHARGE'::text, 'REFUND'::text, 'CREDIT'::text, 'ADJUSTMENT'::text])))
revenue_record: PRIMARY KEY (org_id, id)
revenue_request: PRIMARY KEY (org_id, connection_id, kind, id)
revenue_row: PRIMARY KEY (org_id, channel, dataset, key, hash)
revenue_sync: CHECK ((consecutive_error_count >= 0))
revenue_sync: CHECK ((last_sync_status = ANY (ARRAY['NEVER'::text, 'SUCCESS'::text, 'FAILED'::text])))
revenue_sync: PRIMARY KEY (org_id, channel)
revenue_total: PRIMARY KEY (org_id, channel, currency, day)
revoked_token: PRIMARY KEY (org_id, jti)
role: FOREIGN KEY (org_id) REFERENCES organization(id)
role: PRIMARY KEY (org_id, id)
signing_key: PRIMARY KEY (kid)
signing_key: UNIQUE (generation)
steady_clock: CHECK (one)
steady_clock: PRIMARY KEY (one)
support_attachment: FOREIGN KEY (org_id, comment_id) REFERENCES support_comment(org_id, id)
support_attachment: FOREIGN KEY (org_id, ticket_id) REFERENCES support_ticket(org_id, id)
support_attachment: PRIMARY KEY (org_id, id)
support_comment: CHECK ((visibility = ANY (ARRAY['PUBLIC'::text, 'INTERNAL'::text])))
support_comment: FOREIGN KEY (org_id, ticket_id) REFERENCES support_ticket(org_id, id)
support_comment: PRIMARY KEY (org_id, id)
support_comment: UNIQUE (org_id, ticket_id, mail_key)
support_storage: PRIMARY KEY (org_id)
support_ticket: CHECK (((entity_type IS NULL) = (entity_id IS NULL)))
support_ticket: CHECK ((priority = ANY (ARRAY['LOW'::text, 'NORMAL'::text, 'HIGH'::text, 'URGENT'::text])))
support_ticket: CHECK ((status = ANY (ARRAY['OPEN'::text, 'IN PROGRESS'::text, 'IN REVIEW'::text, 'BLOCKED'::text, 'CLOSED'::text, 'ARCHIVED'::text, 'DELETED'::text])))
support_ticket: CHECK ((task_type = ANY (ARRAY['Task'::text, 'Bug'::text, 'Feature Request'::text])))
support_ticket: PRIMARY KEY (org_id, id)
support_ticket_watcher: FOREIGN KEY (org_id, ticket_id) REFERENCES support_ticket(org_id, id)
support_ticket_watcher: PRIMARY KEY (org_id, ticket_id, watcher_key)
usage_call: PRIMARY KEY (org_id, id)
usage_comparison: PRIMARY KEY (org_id, partner, day)
usage_cursor: CHECK (((fraction >= (0)::numeric) AND (fraction < (1)::numeric)))
usage_cursor: CHECK ((owed = trunc(owed)))
usage_cursor: PRIMARY KEY (org_id, entitlement_id, dimension, kind)
usage_difference: CHECK ((cause = ANY (ARRAY['NOT_SHOWN'::text, 'FOREIGN'::text, 'QUANTITY_DIFFERS'::text, 'REJECTED'::text, 'SHADOW_DIFFERS'::text])))
usage_difference: PRIMARY KEY (org_id, partner, day, resource, plan_id, dimension)
usage_dropped_item: PRIMARY KEY (org_id, hour, entitlement_id, dimension, creation_month, state, test)
usage_included: CHECK ((used >= (0)::numeric))
usage_included: PRIMARY KEY (org_id, term_id, dimension, start_time)
usage_metering_config: PRIMARY KEY (org_id, partner)
usage_pause: PRIMARY KEY (org_id, entitlement_id)
usage_record_group: CHECK ((status = ANY (ARRAY['CREATED'::text, 'REPORT_PENDING'::text, 'REPORTED'::text, 'REPORT_FAILED'::text, 'INVALID'::text, 'DELETED'::text])))
usage_record_group: PRIMARY KEY (org_id, creation_month, id)
usage_record_group_id: PRIMARY KEY (org_id, id)
usage_record_item: CHECK (((quantity + carried_back) >= (0)::numeric))
usage_record_item: CHECK (((report_row_id IS NULL) = (state = ANY (ARRAY['CREATED'::text, 'INVALID'::text, 'DELETED'::text]))))
usage_record_item: CHECK ((quantity > (0)::numeric))
usage_record_item: CHECK ((state = ANY (ARRAY['CREATED'::text, 'REPORT_PENDING'::text, 'REPORTED'::text, 'REPORT_FAILED'::text, 'INVALID'::text, 'DELETED'::text])))
usage_record_item: PRIMARY KEY (org_id, creation_month, group_id, dimension)
usage_report: CHECK ((kind = ANY (ARRAY['LIVE'::text, 'SHADOW'::text, 'TEST'::text])))
usage_report: PRIMARY KEY (org_id, id)
usage_report_row: CHECK (((quantity = trunc(quantity)) AND ((quantity >= (0)::numeric) AND (quantity <= (2147483647)::numeric))))
usage_report_row: CHECK (((receipt_number IS NOT NULL) = (kind = 'LIVE'::text)))
usage_report_row: CHECK (((share_amount >= (0)::numeric) AND (share_amount <= credit_amount) AND ((share_amount = (0)::numeric) OR (share_term_id IS NOT NULL))))
usage_report_row: CHECK (((state = 'UNTOLD'::text) = (kind <> 'LIVE'::text)))
usage_report_row: CHECK ((commit_amount >= (0)::numeric))
usage_report_row: CHECK ((committed >= (0)::numeric))
usage_report_row: CHECK ((credit_amount >= (0)::numeric))
usage_report_row: CHECK ((credited >= (0)::numeric))
usage_report_row: CHECK ((included >= (0)::numeric))
usage_report_row: CHECK ((standing = (((((((accepted + adjusted) + carried_in) - carried_out) - carried_back) - included) - credited) - committed)))
usage_report_row: CHECK ((state = ANY (ARRAY['CREATED'::text, 'REPORT_PENDING'::text, 'SUCCESS'::text, 'FAILED'::text, 'UNTOLD'::text])))
usage_report_row: FOREIGN KEY (org_id, report_id) REFERENCES usage_report(org_id, id)
usage_report_row: PRIMARY KEY (org_id, id)
usage_report_send: CHECK ((outcome = ANY (ARRAY['ACCEPTED'::text, 'DUPLICATE'::text, 'REFUSED'::text, 'NOT_APPLIED'::text, 'UNKNOWN'::text])))
usage_report_send: FOREIGN KEY (org_id, row_id) REFERENCES usage_report_row(org_id, id)
usage_report_send: PRIMARY KEY (org_id, row_id, attempt)
usage_settlement: CHECK ((outcome = ANY (ARRAY['COUNTED'::text, 'NOT_COUNTED'::text])))
usage_settlement: FOREIGN KEY (org_id, row_id) REFERENCES usage_report_row(org_id, id)
usage_settlement: PRIMARY KEY (org_id, row_id)
usage_silence: CHECK ((interval_days > 0))
usage_silence: PRIMARY KEY (org_id, entitlement_id, dimension)
usage_term: PRIMARY KEY (org_id, term_id)
usage_total: CHECK ((counts = ANY (ARRAY['GROUP'::text, 'REPORT'::text])))
usage_total: PRIMARY KEY (org_id, counts, partner, entitlement_id, product_id, buyer_id, day, dimension)
usage_total_change: CHECK ((counts = ANY (ARRAY['GROUP'::text, 'REPORT'::text])))
usage_total_change: PRIMARY KEY (org_id, id)
used_assertion: PRIMARY KEY (org_id, app_id, key)
wallet: CHECK (((type <> 'credit'::text) OR (currency IS NOT NULL)))
wallet: CHECK (((type = 'credit'::text) = (external_id IS NULL)))
wallet: CHECK (((used_amount >= (0)::numeric) AND (used_amount <= total_amount)))
wallet: CHECK ((expire_time > start_time))
wallet: CHECK ((status = ANY (ARRAY['PENDING_VERIFY'::text, 'ACTIVE'::text, 'EXPIRED'::text, 'CLOSED'::text, 'DELETED'::text])))
wallet: CHECK ((type = ANY (ARRAY['ach_debit'::text, 'bacs_debit'::text, 'card'::text, 'credit'::text, 'sepa_debit'::text])))
wallet: FOREIGN KEY (org_id, buyer_id) REFERENCES buyer(org_id, id)
wallet: PRIMARY KEY (org_id, id)
wallet_charge: CHECK ((amount > (0)::numeric))
wallet_charge: CHECK ((status = ANY (ARRAY['PENDING'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'RETURNED'::text])))
wallet_charge: FOREIGN KEY (org_id, wallet_id) REFERENCES wallet(org_id, id)
wallet_charge: PRIMARY KEY (org_id, id)
wallet_charge: UNIQUE (org_id, wallet_id, reference)
wallet_entry: CHECK (((reason = 'SPEND'::text) = (amount < (0)::numeric)))
wallet_entry: CHECK ((reason = ANY (ARRAY['GRANT'::text, 'SPEND'::text, 'RETURN'::text])))
wallet_entry: FOREIGN KEY (org_id, wallet_id) REFERENCES wallet(org_id, id)
wallet_entry: PRIMARY KEY (org_id, id)
wallet_refund: CHECK ((amount > (0)::numeric))
wallet_refund: CHECK ((status = ANY (ARRAY['PENDING'::text, 'SUCCEEDED'::text, 'FAILED'::text])))
wallet_refund: FOREIGN KEY (org_id, charge_id) REFERENCES wallet_charge(org_id, id)
wallet_refund: PRIMARY KEY (org_id, id)
wallet_refund: UNIQUE (org_id, charge_id, reference)
webhook: CHECK (((deleted_time IS NULL) OR ((NOT enabled) AND (secret_sealed IS NULL) AND (previous_secret_sealed IS NULL) AND (headers_sealed IS NULL))))
webhook: CHECK ((disabled_reason = ANY (ARRAY['REQUESTED'::text, 'GONE'::text, 'FAILING'::text])))
webhook: CHECK ((enabled = (disabled_reason IS NULL)))
webhook: CHECK ((format = ANY (ARRAY['EVENT'::text, 'NOTIFICATION'::text])))
webhook: PRIMARY KEY (org_id, id)
webhook_attempt: FOREIGN KEY (org_id, delivery_id) REFERENCES webhook_delivery(org_id, id)
webhook_attempt: PRIMARY KEY (org_id, delivery_id, number)
webhook_delivery: CHECK (((next_attempt_time IS NULL) OR (status = 'PENDING'::text)))
webhook_delivery: CHECK (((sequence IS NULL) = (own_event IS NOT NULL)))
webhook_delivery: CHECK ((status = ANY (ARRAY['PENDING'::text, 'DONE'::text, 'FAILED'::text, 'CANCELED'::text])))
webhook_delivery: FOREIGN KEY (org_id, webhook_id) REFERENCES webhook(org_id, id)
webhook_delivery: PRIMARY KEY (org_id, id)
webhook_delivery: UNIQUE (org_id, webhook_id, event_id, replay_id)
webhook_health: FOREIGN KEY (org_id, webhook_id) REFERENCES webhook(org_id, id)
webhook_health: PRIMARY KEY (org_id, webhook_id)

-- indexes
CREATE INDEX account_activity_time ON account_activity USING btree (wall_time)
CREATE INDEX account_login_account ON account_login USING btree (account_id)
CREATE INDEX account_mail_next ON account_mail USING btree (next_attempt_time)
CREATE INDEX account_network_time ON account_network USING btree (sign_in_time)
CREATE INDEX account_passkey_account ON account_passkey USING btree (account_id)
CREATE INDEX account_session_account ON account_session USING btree (account_id, last_use_time)
CREATE INDEX account_session_use ON account_session USING btree (last_use_time)
CREATE INDEX account_sign_up_expiry ON account_sign_up USING btree (expire_time)
CREATE INDEX account_used_code_time ON account_used_code USING btree (wall_time)
CREATE INDEX account_verification_expiry ON account_verification USING btree (expire_time)
CREATE INDEX account_verification_identifier ON account_verification USING btree (identifier)
CREATE INDEX api_client_deleted ON api_client USING btree (deleted_time) WHERE (deleted_time IS NOT NULL)
CREATE INDEX api_client_secret ON api_client USING btree (secret_hash) WHERE ((type = 'API_KEY'::text) AND (deleted_time IS NULL))
CREATE INDEX api_client_time ON api_client USING btree (org_id, creation_time DESC, id DESC) WHERE (deleted_time IS NULL)
CREATE INDEX audit_event_action ON ONLY audit_event USING btree (org_id, action, creation_time DESC, id DESC)
CREATE INDEX audit_event_actor ON ONLY audit_event USING btree (org_id, actor_id, creation_time DESC, id DESC)
CREATE INDEX audit_event_actor_type ON ONLY audit_event USING btree (org_id, ((actor ->> 'type'::text)) COLLATE "C", creation_time DESC, id DESC)
CREATE INDEX audit_event_entity ON ONLY audit_event USING btree (org_id, entity_id, creation_time DESC, id DESC)
CREATE INDEX audit_event_entity_type ON ONLY audit_event USING btree (org_id, entity_type, creation_time DESC, id DESC)
CREATE INDEX audit_event_request ON ONLY audit_event USING btree (org_id, request_id)
CREATE INDEX audit_event_time ON ONLY audit_event USING btree (org_id, creation_time DESC, id DESC)
CREATE INDEX auth_throttle_drain ON auth_throttle USING btree (drain_time)
CREATE INDEX billable_hour_report ON billable_hour USING btree (org_id, report_id, metric_id, group_by)
CREATE UNIQUE INDEX billable_hour_current ON billable_hour USING btree (org_id, entitlement_id, hour, metric_id, group_by, term_id, kind) WHERE is_current
CREATE UNIQUE INDEX billable_hour_revision ON billable_hour USING btree (org_id, entitlement_id, hour, metric_id, group_by, term_id, kind, revision)
CREATE INDEX billable_metric_name ON billable_metric USING btree (org_id, name, id)
CREATE INDEX billable_metric_status ON billable_metric USING btree (org_id, status, creation_time DESC, id DESC)
CREATE INDEX billable_metric_time ON billable_metric USING btree (org_id, creation_time DESC, id DESC)
CREATE INDEX billable_record_open ON ONLY billable_record USING btree (org_id, entitlement_id, hour) WHERE (state = 'CREATED'::text)
CREATE INDEX billable_record_report ON ONLY billable_record USING btree (org_id, report_id) WHERE (report_id IS NOT NULL)
CREATE INDEX buyer_account_time ON buyer USING btree (org_id, account_id, creation_time DESC, id DESC)
CREATE INDEX buyer_company ON buyer USING btree (org_id, company_id, id) WHERE (company_id IS NOT NULL)
CREATE INDEX buyer_domain ON buyer USING btree (org_id, email_domain, creation_time DESC, id DESC)
CREATE INDEX buyer_email ON buyer USING btree (org_id, email_address, id) WHERE (email_address IS NOT NULL)
CREATE INDEX buyer_external ON buyer USING btree (org_id, external_id, id)
CREATE INDEX buyer_name ON buyer USING btree (org_id, name, id)
CREATE INDEX buyer_name_text ON buyer USING gin (org_id, mos_fold(name) gin_trgm_ops)
CREATE INDEX buyer_partner ON buyer USING btree (org_id, partner, creation_time DESC, id DESC)
CREATE INDEX buyer_time ON buyer USING btree (org_id, creation_time DESC, id DESC)
CREATE INDEX buyer_update ON buyer USING btree (org_id, last_update_time, id)
CREATE UNIQUE INDEX buyer_account ON buyer USING btree (org_id, partner, account_id) WHERE (account_id IS NOT NULL)
CREATE INDEX buyer_contact_contact ON buyer_contact USING btree (org_id, contact_id, buyer_id)
CREATE INDEX buyer_payment_waiting ON buyer_payment USING btree (org_id, buyer_id) WHERE (push_wanted > push_done)
CREATE INDEX commission_amount ON commission USING btree (org_id, relationship_id, amount, id)
CREATE INDEX commission_company ON commission USING btree (org_id, relationship_id, buyer_company_name, id)
CREATE INDEX commission_company_text ON commission USING gin (org_id, mos_fold(buyer_company_name) gin_trgm_ops)
CREATE INDEX commission_currency ON commission USING btree (org_id, relationship_id, currency, creation_time DESC, id DESC)
CREATE INDEX commission_deal ON commission USING btree (org_id, relationship_id, deal_name, id)
CREATE INDEX commission_deal_text ON commission USING gin (org_id, mos_fold(deal_name) gin_trgm_ops)
CREATE INDEX commission_invoice ON commission USING btree (org_id, relationship_id, invoice_number, id) WHERE (invoice_number IS NOT NULL)
CREATE INDEX commission_paid ON commission USING btree (org_id, relationship_id, paid_time DESC NULLS LAST, id DESC)
CREATE INDEX commission_paid_first ON commission USING btree (org_id, relationship_id, paid_time, id)
CREATE INDEX commission_referral ON commission USING btree (org_id, referral_id, creation_time DESC, id DESC)
CREATE INDEX commission_side ON commission USING btree (org_id, relationship_id, side, creation_time DESC, id DESC)
CREATE INDEX commission_status ON commission USING btree (org_id, relationship_id, status, creation_time DESC, id DESC)
CREATE INDEX commission_time ON commission USING btree (org_id, relationship_id, creation_time DESC, id DESC)
CREATE INDEX commission_updated ON commission USING btree (org_id, relationship_id, last_update_time, id)
CREATE INDEX commission_won ON commission USING btree (org_id, relationship_id, won_time, id)
CREATE INDEX commission_entry_time ON commission_entry USING btree (org_id, relationship_id, "time", id)
CREATE INDEX contact_company ON contact USING btree (org_id, company_name, creation_time DESC, id DESC)
CREATE INDEX contact_company_contact ON contact USING btree (org_id, company_contact_id, creation_time DESC, id DESC) WHERE (company_contact_id IS NOT NULL)
CREATE INDEX contact_domain ON contact USING btree (org_id, email_domain, creation_time DESC, id DESC)
CREATE INDEX contact_email ON contact USING btree (org_id, email_address, id) INCLUDE (creation_time, last_update_time)
CREATE INDEX contact_email_text ON contact USING gin (org_id, mos_fold(email_address) gin_trgm_ops)
CREATE INDEX contact_name ON contact USING btree (org_id, name, id) INCLUDE (creation_time, last_update_time)
CREATE INDEX contact_name_text ON contact USING gin (org_id, mos_fold(name) gin_trgm_ops)
CREATE INDEX contact_partner ON contact USING btree (org_id, partner, creation_time DESC, id DESC) WHERE (partner IS NOT NULL)
CREATE INDEX contact_role ON contact USING btree (org_id, role, creation_time DESC, id DESC) WHERE (role IS NOT NULL)
CREATE INDEX contact_time ON contact USING btree (org_id, creation_time DESC, id DESC) INCLUDE (last_update_time)
CREATE INDEX contact_update ON contact USING btree (org_id, last_update_time, id) INCLUDE (creation_time)
CREATE INDEX due_by_time ON due USING btree (due_time) WHERE (retry_time IS NULL)
CREATE INDEX due_of_org ON due USING btree (org_id, due_time) WHERE (retry_time IS NULL)
CREATE INDEX due_retries ON due USING btree (retry_time) WHERE (retry_time IS NOT NULL)
CREATE INDEX due_retries_of_org ON due USING btree (org_id, retry_time) WHERE (retry_time IS NOT NULL)
CREATE INDEX entitlement_auto_renew ON entitlement USING btree (org_id, auto_renew, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX entitlement_buyer ON entitlement USING btree (org_id, buyer_id, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX entitlement_currency ON entitlement USING btree (org_id, currency, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX entitlement_deal ON entitlement USING btree (org_id, hubspot_deal_id, creation_time DESC, id DESC) WHERE ((hubspot_deal_id IS NOT NULL) AND (status <> 'DELETED'::text))
CREATE INDEX entitlement_end ON entitlement USING btree (org_id, end_time, id) INCLUDE (status, creation_time, last_update_time, start_time)
CREATE INDEX entitlement_end_last ON entitlement USING btree (org_id, end_time DESC NULLS LAST, id DESC) INCLUDE (status, creation_time, last_update_time, start_time)
CREATE INDEX entitlement_external ON entitlement USING btree (org_id, external_id, id)
CREATE INDEX entitlement_external_buyer ON entitlement USING btree (org_id, external_buyer_id, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX entitlement_external_product ON entitlement USING btree (org_id, external_product_id, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX entitlement_license ON entitlement USING btree (org_id, aws_license_arn, id) WHERE (aws_license_arn IS NOT NULL)
CREATE INDEX entitlement_name ON entitlement USING btree (org_id, name, id) INCLUDE (status, creation_time, last_update_time, start_time, end_time)
CREATE INDEX entitlement_name_text ON entitlement USING gin (org_id, mos_fold(name) gin_trgm_ops)
CREATE INDEX entitlement_offer ON entitlement USING btree (org_id, offer_id, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX entitlement_opportunity ON entitlement USING btree (org_id, salesforce_opportunity_id, creation_time DESC, id DESC) WHERE ((salesforce_opportunity_id IS NOT NULL) AND (status <> 'DELETED'::text))
CREATE INDEX entitlement_partner ON entitlement USING btree (org_id, partner, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX entitlement_partner_id ON entitlement USING btree (org_id, partner_id, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX entitlement_product ON entitlement USING btree (org_id, product_id, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX entitlement_service ON entitlement USING btree (org_id, service, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX entitlement_start ON entitlement USING btree (org_id, start_time, id) INCLUDE (status, creation_time, last_update_time, end_time)
CREATE INDEX entitlement_start_last ON entitlement USING btree (org_id, start_time DESC NULLS LAST, id DESC) INCLUDE (status, creation_time, last_update_time, end_time)
CREATE INDEX entitlement_status ON entitlement USING btree (org_id, status, creation_time DESC, id DESC)
CREATE INDEX entitlement_time ON entitlement USING btree (org_id, creation_time DESC, id DESC) INCLUDE (status, last_update_time, start_time, end_time)
CREATE INDEX entitlement_type ON entitlement USING btree (org_id, type, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX entitlement_update ON entitlement USING btree (org_id, last_update_time, id) INCLUDE (status, creation_time, start_time, end_time)
CREATE INDEX entitlement_cancellation_request_open ON entitlement_cancellation_request USING btree (org_id, partner, agreement_id) WHERE (status = 'PENDING_APPROVAL'::text)
CREATE INDEX entitlement_cancellation_request_time ON entitlement_cancellation_request USING btree (org_id, entitlement_id, creation_time DESC, id DESC)
CREATE UNIQUE INDEX entitlement_cancellation_request_external ON entitlement_cancellation_request USING btree (org_id, partner, external_id) WHERE (external_id IS NOT NULL)
CREATE INDEX entitlement_external_id_chain ON entitlement_external_id USING btree (org_id, partner, chain_id)
CREATE INDEX entitlement_external_id_entitlement ON entitlement_external_id USING btree (org_id, entitlement_id)
CREATE INDEX entitlement_term_agreement ON entitlement_term USING btree (org_id, external_entitlement_id)
CREATE INDEX entitlement_term_start ON entitlement_term USING btree (org_id, entitlement_id, start_time, id)
CREATE INDEX entitlement_term_time ON entitlement_term USING btree (org_id, entitlement_id, creation_time DESC, id DESC)
CREATE INDEX idempotency_age ON idempotency USING btree (wall_time)
CREATE INDEX invoice_buyer ON invoice USING btree (org_id, buyer_id, creation_time DESC, id DESC)
CREATE INDEX invoice_creation ON invoice USING btree (org_id, creation_time DESC, id DESC)
CREATE INDEX invoice_due ON invoice USING btree (org_id, due_time, id)
CREATE INDEX invoice_due_last ON invoice USING btree (org_id, due_time DESC NULLS LAST, id DESC)
CREATE INDEX invoice_entitlement ON invoice USING btree (org_id, entitlement_id, creation_time DESC, id DESC)
CREATE INDEX invoice_partner ON invoice USING btree (org_id, partner, creation_time DESC, id DESC)
CREATE INDEX invoice_payment ON invoice USING btree (org_id, payment_status, creation_time DESC, id DESC)
CREATE INDEX invoice_status ON invoice USING btree (org_id, status, creation_time DESC, id DESC)
CREATE INDEX invoice_type ON invoice USING btree (org_id, type, creation_time DESC, id DESC)
CREATE INDEX invoice_updated ON invoice USING btree (org_id, last_update_time, id)
CREATE UNIQUE INDEX invoice_reference ON invoice USING btree (org_id, entitlement_id, reference)
CREATE INDEX knowledge_piece_keeper ON knowledge_piece USING btree (keeper, file, id)
CREATE INDEX knowledge_piece_title_words ON knowledge_piece USING gin (title_words) WITH (fastupdate=off)
CREATE INDEX knowledge_piece_words ON knowledge_piece USING gin (words) WITH (fastupdate=off)
CREATE INDEX knowledge_word_text ON knowledge_word USING gin (word gin_trgm_ops) WITH (fastupdate=off)
CREATE INDEX marketplace_usage_day ON marketplace_usage USING btree (org_id, channel, day, agreement, dimension)
CREATE INDEX membership_invitation ON membership USING btree (invitation_hash) WHERE (invitation_hash IS NOT NULL)
CREATE INDEX membership_kind ON membership USING btree (org_id, role, creation_time DESC, id DESC)
CREATE INDEX membership_of_account ON membership USING btree (account_id) WHERE (account_id IS NOT NULL)
CREATE INDEX membership_role ON membership USING btree (org_id, custom_role_id) WHERE (custom_role_id IS NOT NULL)
CREATE INDEX membership_status ON membership USING btree (org_id, status, creation_time DESC, id DESC)
CREATE INDEX membership_time ON membership USING btree (org_id, creation_time DESC, id DESC)
CREATE UNIQUE INDEX membership_account ON membership USING btree (org_id, account_id) WHERE (account_id IS NOT NULL)
CREATE UNIQUE INDEX membership_email ON membership USING btree (org_id, email)
CREATE INDEX notification_event_entity ON ONLY notification_event USING btree (org_id, entity_id, creation_time DESC, id DESC)
CREATE INDEX notification_event_message ON ONLY notification_event USING gin (org_id, mos_fold(message) gin_trgm_ops)
CREATE INDEX notification_event_priority ON ONLY notification_event USING btree (org_id, priority, creation_time DESC, id DESC)
CREATE INDEX notification_event_scope ON ONLY notification_event USING btree (org_id, action, entity_type, creation_time DESC, id DESC)
CREATE INDEX notification_event_time ON ONLY notification_event USING btree (org_id, creation_time DESC, id DESC)
CREATE INDEX notification_message_contact ON ONLY notification_message USING btree (org_id, contact_id)
CREATE INDEX notification_message_entity ON ONLY notification_message USING btree (org_id, entity_id, creation_time DESC)
CREATE INDEX notification_message_mails ON ONLY notification_message USING btree (org_id, creation_time) WHERE ((channel = 'EMAIL'::text) AND (NOT ((status = 'FAILED'::text) AND (attempts = 0))))
CREATE INDEX notification_message_status ON ONLY notification_message USING btree (org_id, status, creation_time DESC, id DESC)
CREATE INDEX notification_message_subject ON ONLY notification_message USING gin (org_id, mos_fold(subject) gin_trgm_ops)
CREATE INDEX notification_message_text ON ONLY notification_message USING gin (org_id, mos_fold(text_content) gin_trgm_ops)
CREATE INDEX notification_message_time ON ONLY notification_message USING btree (org_id, creation_time DESC, id DESC)
CREATE INDEX oauth_app_deleted ON oauth_app USING btree (deleted_time) WHERE (deleted_time IS NOT NULL)
CREATE INDEX oauth_app_role ON oauth_app USING btree (org_id, custom_role_id) WHERE (custom_role_id IS NOT NULL)
CREATE INDEX oauth_app_time ON oauth_app USING btree (org_id, creation_time DESC, id DESC)
CREATE INDEX oauth_app_call_day ON oauth_app_call USING btree (day)
CREATE INDEX offer_buyer ON offer USING btree (org_id, buyer_id, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX offer_created_by ON offer USING btree (org_id, created_by, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX offer_currency ON offer USING btree (org_id, currency, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX offer_deal ON offer USING btree (org_id, hubspot_deal_id, creation_time DESC, id DESC) WHERE ((hubspot_deal_id IS NOT NULL) AND (status <> 'DELETED'::text))
CREATE INDEX offer_end ON offer USING btree (org_id, end_time, id) INCLUDE (status, creation_time, last_update_time, expire_time) WHERE (end_time IS NOT NULL)
CREATE INDEX offer_expiry ON offer USING btree (org_id, expire_time, id) INCLUDE (status, creation_time, last_update_time, end_time)
CREATE INDEX offer_expiry_last ON offer USING btree (org_id, expire_time DESC NULLS LAST, id DESC) INCLUDE (status, creation_time, last_update_time, end_time)
CREATE INDEX offer_external ON offer USING btree (org_id, external_id, id)
CREATE INDEX offer_name ON offer USING btree (org_id, name, id) INCLUDE (status, creation_time, last_update_time, expire_time, end_time)
CREATE INDEX offer_name_text ON offer USING gin (org_id, mos_fold(name) gin_trgm_ops)
CREATE INDEX offer_offer_set ON offer USING btree (org_id, offer_set_id, id) WHERE (offer_set_id IS NOT NULL)
CREATE INDEX offer_opportunity ON offer USING btree (org_id, salesforce_opportunity_id, creation_time DESC, id DESC) WHERE ((salesforce_opportunity_id IS NOT NULL) AND (status <> 'DELETED'::text))
CREATE INDEX offer_partner ON offer USING btree (org_id, partner, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX offer_partner_id ON offer USING btree (org_id, partner_id, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX offer_partner_status ON offer USING btree (org_id, partner, status, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX offer_product ON offer USING btree (org_id, product_id, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX offer_quote ON offer USING btree (org_id, salesforce_quote_id, creation_time DESC, id DESC) WHERE ((salesforce_quote_id IS NOT NULL) AND (status <> 'DELETED'::text))
CREATE INDEX offer_service ON offer USING btree (org_id, service, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX offer_status ON offer USING btree (org_id, status, creation_time DESC, id DESC)
CREATE INDEX offer_sub_status ON offer USING btree (org_id, sub_status, creation_time DESC, id DESC) WHERE ((sub_status IS NOT NULL) AND (status <> 'DELETED'::text))
CREATE INDEX offer_time ON offer USING btree (org_id, creation_time DESC, id DESC) INCLUDE (status, last_update_time, expire_time, end_time)
CREATE INDEX offer_type ON offer USING btree (org_id, offer_type, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX offer_update ON offer USING btree (org_id, last_update_time, id) INCLUDE (status, creation_time, expire_time, end_time)
CREATE INDEX offer_contact_contact ON offer_contact USING btree (org_id, contact_id, offer_id)
CREATE INDEX offer_set_created_by ON offer_set USING btree (org_id, created_by, creation_time DESC, id DESC)
CREATE INDEX offer_set_expiry ON offer_set USING btree (org_id, expire_time, id)
CREATE INDEX offer_set_expiry_last ON offer_set USING btree (org_id, expire_time DESC NULLS LAST, id DESC)
CREATE INDEX offer_set_external ON offer_set USING btree (org_id, external_id, id)
CREATE INDEX offer_set_name ON offer_set USING btree (org_id, name, id)
CREATE INDEX offer_set_name_text ON offer_set USING gin (org_id, mos_fold(name) gin_trgm_ops)
CREATE INDEX offer_set_partner ON offer_set USING btree (org_id, partner, creation_time DESC, id DESC)
CREATE INDEX offer_set_service ON offer_set USING btree (org_id, service, creation_time DESC, id DESC)
CREATE INDEX offer_set_status ON offer_set USING btree (org_id, status, creation_time DESC, id DESC)
CREATE INDEX offer_set_time ON offer_set USING btree (org_id, creation_time DESC, id DESC)
CREATE INDEX offer_set_update ON offer_set USING btree (org_id, last_update_time, id)
CREATE INDEX offer_set_offer_offer ON offer_set_offer USING btree (org_id, offer_id, offer_set_id)
CREATE INDEX operation_action ON operation USING btree (org_id, action, start_time DESC, id DESC)
CREATE INDEX operation_end ON operation USING btree (org_id, end_time, start_time DESC, id DESC)
CREATE INDEX operation_entity ON operation USING btree (org_id, entity_id, start_time DESC, id DESC)
CREATE INDEX operation_parent ON operation USING btree (org_id, parent_operation_id) WHERE (parent_operation_id IS NOT NULL)
CREATE INDEX operation_partner ON operation USING btree (org_id, partner, start_time DESC, id DESC)
CREATE INDEX operation_partner_id ON operation USING btree (org_id, partner_id, start_time DESC, id DESC)
CREATE INDEX operation_scope ON operation USING btree (org_id, scope, start_time DESC, id DESC)
CREATE INDEX operation_service ON operation USING btree (org_id, service, start_time DESC, id DESC)
CREATE INDEX operation_status ON operation USING btree (org_id, status, start_time DESC, id DESC)
CREATE INDEX operation_time ON operation USING btree (org_id, start_time DESC, id DESC)
CREATE UNIQUE INDEX operation_event_done ON ONLY operation_event USING btree (org_id, operation_id, step) WHERE (type = 'STEP_COMPLETED'::text)
CREATE INDEX organization_closed ON organization USING btree (id) WHERE (status = 'DISABLED'::text)
CREATE INDEX outbox_delivered ON ONLY outbox USING btree (delivered_time) WHERE (delivered_time IS NOT NULL)
CREATE INDEX outbox_entity_sequence ON ONLY outbox USING btree (org_id, entity_type, entity_id, sequence) WHERE (sequence IS NOT NULL)
CREATE INDEX outbox_time ON ONLY outbox USING btree (org_id, creation_time, sequence) WHERE (sequence IS NOT NULL)
CREATE INDEX outbox_undelivered_of_entity ON ONLY outbox USING btree (org_id, entity_type, entity_id, version, "position") WHERE (sequence IS NULL)
CREATE INDEX outbox_undelivered_of_org ON ONLY outbox USING btree (org_id, next_attempt_time) WHERE (delivered_time IS NULL)
CREATE INDEX outbox_delivery_event ON outbox_delivery USING btree (org_id, entity_type, entity_id, version, "position")
CREATE INDEX outbox_delivery_next ON outbox_delivery USING btree (receiver, next_attempt_time)
CREATE INDEX partner_contact_name ON partner_contact USING btree (org_id, relationship_id, name, id)
CREATE INDEX partner_contact_time ON partner_contact USING btree (org_id, relationship_id, creation_time DESC, id DESC)
CREATE INDEX partner_file_name ON partner_file USING btree (org_id, name, id)
CREATE INDEX partner_file_partner ON partner_file USING btree (org_id, relationship_id, creation_time DESC, id DESC)
CREATE INDEX partner_file_shared ON partner_file USING btree (org_id, shared_with, creation_time DESC, id DESC)
CREATE INDEX partner_file_time ON partner_file USING btree (org_id, creation_time DESC, id DESC)
CREATE INDEX partner_invitation_accept_by ON partner_invitation USING btree (org_id, accept_by, id)
CREATE INDEX partner_invitation_company ON partner_invitation USING btree (org_id, recipient_company, id)
CREATE INDEX partner_invitation_direction ON partner_invitation USING btree (org_id, direction, creation_time DESC, id DESC)
CREATE INDEX partner_invitation_email ON partner_invitation USING btree (org_id, recipient_email, creation_time DESC, id DESC)
CREATE INDEX partner_invitation_link ON partner_invitation USING btree (link_hash) WHERE (link_hash IS NOT NULL)
CREATE INDEX partner_invitation_partner ON partner_invitation USING btree (org_id, relationship_id, creation_time DESC, id DESC)
CREATE INDEX partner_invitation_responded ON partner_invitation USING btree (org_id, responded_time, id)
CREATE INDEX partner_invitation_sent ON partner_invitation USING btree (org_id, sent_time, id)
CREATE INDEX partner_invitation_status ON partner_invitation USING btree (org_id, status, creation_time DESC, id DESC)
CREATE INDEX partner_invitation_time ON partner_invitation USING btree (org_id, creation_time DESC, id DESC)
CREATE INDEX partner_message_event_type ON partner_message USING btree (org_id, event_type, creation_time DESC, id DESC) INCLUDE (last_update_time)
CREATE INDEX partner_message_report ON partner_message USING btree (org_id, partner, creation_time) WHERE (type = 'REPORT_AVAILABLE'::text)
CREATE INDEX partner_message_status ON partner_message USING btree (org_id, status, creation_time DESC, id DESC)
CREATE INDEX partner_message_time ON partner_message USING btree (org_id, creation_time DESC, id DESC) INCLUDE (last_update_time)
CREATE INDEX partner_message_updated ON partner_message USING btree (org_id, last_update_time DESC, id DESC) INCLUDE (creation_time)
CREATE INDEX partner_relationship_engagement ON partner_relationship USING btree (org_id, engagement_type, creation_time DESC, id DESC)
CREATE INDEX partner_relationship_kind ON partner_relationship USING btree (org_id, relationship, creation_time DESC, id DESC)
CREATE INDEX partner_relationship_manager ON partner_relationship USING btree (org_id, manager_id, creation_time DESC, id DESC)
CREATE INDEX partner_relationship_name ON partner_relationship USING btree (org_id, company_name, id)
CREATE INDEX partner_relationship_name_text ON partner_relationship USING gin (org_id, mos_fold(company_name) gin_trgm_ops)
CREATE INDEX partner_relationship_status ON partner_relationship USING btree (org_id, status, creation_time DESC, id DESC)
CREATE INDEX partner_relationship_time ON partner_relationship USING btree (org_id, creation_time DESC, id DESC)
CREATE INDEX partner_relationship_updated ON partner_relationship USING btree (org_id, last_update_time, id)
CREATE INDEX partner_route_connection ON partner_route USING btree (connection_id)
CREATE INDEX partner_route_org ON partner_route USING btree (org_id)
CREATE INDEX product_created_by ON product USING btree (org_id, created_by, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX product_currency ON product USING btree (org_id, currency, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX product_deal ON product USING btree (org_id, hubspot_deal_id, id) WHERE (hubspot_deal_id IS NOT NULL)
CREATE INDEX product_external ON product USING btree (org_id, external_id, id)
CREATE INDEX product_name ON product USING btree (org_id, name, id)
CREATE INDEX product_name_text ON product USING gin (org_id, mos_fold(name) gin_trgm_ops)
CREATE INDEX product_opportunity ON product USING btree (org_id, salesforce_opportunity_id, id) WHERE (salesforce_opportunity_id IS NOT NULL)
CREATE INDEX product_partner ON product USING btree (org_id, partner, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX product_partner_id ON product USING btree (org_id, partner_id, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX product_quote ON product USING btree (org_id, salesforce_quote_id, id) WHERE (salesforce_quote_id IS NOT NULL)
CREATE INDEX product_seller_id ON product USING btree (org_id, seller_id, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX product_service ON product USING btree (org_id, service, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX product_status ON product USING btree (org_id, status, creation_time DESC, id DESC)
CREATE INDEX product_time ON product USING btree (org_id, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX product_time_all ON product USING btree (org_id, creation_time DESC, id DESC)
CREATE INDEX product_type ON product USING btree (org_id, product_type, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE INDEX product_update ON product USING btree (org_id, last_update_time, id)
CREATE UNIQUE INDEX product_entity ON product USING btree (org_id, partner, entity_id) WHERE (entity_id IS NOT NULL)
CREATE INDEX referral_buyer ON referral USING btree (org_id, buyer_id, creation_time DESC, id DESC) WHERE (buyer_id IS NOT NULL)
CREATE INDEX referral_close_date ON referral USING btree (org_id, target_close_date, id)
CREATE INDEX referral_close_date_last ON referral USING btree (org_id, target_close_date DESC NULLS LAST, id DESC)
CREATE INDEX referral_company ON referral USING btree (org_id, buyer_company_name, id)
CREATE INDEX referral_company_text ON referral USING gin (org_id, mos_fold(buyer_company_name) gin_trgm_ops)
CREATE INDEX referral_crm ON referral USING btree (org_id, crm_record_id, id) WHERE (crm_record_id IS NOT NULL)
CREATE INDEX referral_crm_partner ON referral USING btree (org_id, crm_system, partner, id) WHERE (crm_record_id IS NOT NULL)
CREATE INDEX referral_crm_system ON referral USING btree (org_id, crm_system, creation_time DESC, id DESC) WHERE (crm_system IS NOT NULL)
CREATE INDEX referral_crm_waits ON referral USING btree (org_id, crm_system, sync_attempt_time, id) WHERE crm_waits
CREATE INDEX referral_currency ON referral USING btree (org_id, currency, creation_time DESC, id DESC) WHERE (currency IS NOT NULL)
CREATE INDEX referral_direction ON referral USING btree (org_id, direction, creation_time DESC, id DESC)
CREATE INDEX referral_external_lookup ON referral USING btree (org_id, external_id, id) WHERE (external_id IS NOT NULL)
CREATE INDEX referral_name ON referral USING btree (org_id, name, id)
CREATE INDEX referral_name_text ON referral USING gin (org_id, mos_fold(name) gin_trgm_ops)
CREATE INDEX referral_partner ON referral USING btree (org_id, partner, creation_time DESC, id DESC)
CREATE INDEX referral_relationship ON referral USING btree (org_id, relationship_id, creation_time DESC, id DESC)
CREATE INDEX referral_stage ON referral USING btree (org_id, stage, creation_time DESC, id DESC)
CREATE INDEX referral_status ON referral USING btree (org_id, status, creation_time DESC, id DESC)
CREATE INDEX referral_sync ON referral USING btree (org_id, sync_status, creation_time DESC, id DESC)
CREATE INDEX referral_time ON referral USING btree (org_id, creation_time DESC, id DESC)
CREATE INDEX referral_update ON referral USING btree (org_id, last_update_time DESC, id DESC)
CREATE INDEX referral_value ON referral USING btree (org_id, deal_value, id)
CREATE INDEX referral_value_last ON referral USING btree (org_id, deal_value DESC NULLS LAST, id DESC)
CREATE UNIQUE INDEX referral_crm_claim ON referral USING btree (org_id, partner, crm_system, crm_record_id) WHERE crm_claim
CREATE UNIQUE INDEX referral_external ON referral USING btree (org_id, partner, external_id) WHERE (external_id IS NOT NULL)
CREATE UNIQUE INDEX referral_pair ON referral USING btree (org_id, pair_id) WHERE (pair_id IS NOT NULL)
CREATE INDEX referral_contact_company ON referral_contact USING btree (org_id, mos_fold(buyer_company_name), last_seen_time DESC)
CREATE INDEX referral_contact_seen ON referral_contact USING btree (org_id, last_seen_time DESC)
CREATE INDEX referral_sync_event_time ON referral_sync_event USING btree (org_id, referral_id, "time" DESC, id DESC)
CREATE INDEX revenue_day_all ON revenue_day USING btree (org_id, day, revenue_id)
CREATE INDEX revenue_day_day ON revenue_day USING btree (org_id, channel, day, revenue_id)
CREATE INDEX revenue_difference_cause ON revenue_difference USING btree (org_id, cause, first_seen_time DESC, id DESC)
CREATE INDEX revenue_difference_channel ON revenue_difference USING btree (org_id, channel, first_seen_time DESC, id DESC)
CREATE INDEX revenue_difference_kind ON revenue_difference USING btree (org_id, kind, first_seen_time DESC, id DESC)
CREATE INDEX revenue_difference_period ON revenue_difference USING btree (org_id, period, first_seen_time DESC, id DESC)
CREATE INDEX revenue_difference_seen ON revenue_difference USING btree (org_id, first_seen_time DESC, id DESC)
CREATE INDEX revenue_difference_status ON revenue_difference USING btree (org_id, status, first_seen_time DESC, id DESC)
CREATE UNIQUE INDEX revenue_difference_place ON revenue_difference USING btree (org_id, entitlement_id, place)
CREATE INDEX revenue_line_bank ON revenue_line USING btree (org_id, payout) WHERE (kind = 'PAYOUT'::text)
CREATE INDEX revenue_line_failure ON revenue_line USING btree (org_id, failure) WHERE (nature = 'FAILED'::text)
CREATE INDEX revenue_line_noted ON revenue_line USING btree (org_id, agreement, channel) WHERE (stage = 'NOTED'::text)
CREATE INDEX revenue_line_payout ON revenue_line USING btree (org_id, payout) WHERE ((payout IS NOT NULL) AND (record_id IS NOT NULL))
CREATE INDEX revenue_line_payouts ON revenue_line USING btree (org_id, "time", channel, dataset, key, "position") WHERE (kind = 'PAYOUT'::text)
CREATE INDEX revenue_line_record ON revenue_line USING btree (org_id, record_id) WHERE (record_id IS NOT NULL)
CREATE INDEX revenue_line_withheld ON revenue_line USING btree (org_id, payout) WHERE ((record_id IS NULL) AND (stage = 'NOTED'::text))
CREATE INDEX revenue_part_faulty ON revenue_part USING btree (org_id, channel, account_id, read_time) WHERE (state = 'FAULTY'::text)
CREATE INDEX revenue_part_found ON revenue_part USING btree (org_id, channel, account_id, written_time, name) WHERE (state = 'FOUND'::text)
CREATE INDEX revenue_record_buyer ON revenue_record USING btree (org_id, buyer_id, first_day) WHERE (buyer_id IS NOT NULL)
CREATE INDEX revenue_record_channel ON revenue_record USING btree (org_id, channel, first_day DESC, id DESC)
CREATE INDEX revenue_record_creation ON revenue_record USING btree (org_id, creation_time DESC, id DESC)
CREATE INDEX revenue_record_creation_unmatched ON revenue_record USING btree (org_id, creation_time DESC, id DESC) WHERE (NOT matched)
CREATE INDEX revenue_record_day ON revenue_record USING btree (org_id, first_day DESC, id DESC)
CREATE INDEX revenue_record_entitlement ON revenue_record USING btree (org_id, entitlement_id, first_day) WHERE (entitlement_id IS NOT NULL)
CREATE INDEX revenue_record_invoice ON revenue_record USING btree (org_id, invoice) WHERE (invoice IS NOT NULL)
CREATE INDEX revenue_record_product ON revenue_record USING btree (org_id, product_id, first_day) WHERE (product_id IS NOT NULL)
CREATE INDEX revenue_record_trace ON revenue_record USING btree (org_id, trace) WHERE (trace IS NOT NULL)
CREATE INDEX revenue_record_unfound ON revenue_record USING btree (org_id, channel, id) WHERE (('NOT_FOUND'::text = (unmatched ->> 'product'::text)) OR ('NOT_FOUND'::text = (unmatched ->> 'offer'::text)) OR ('NOT_FOUND'::text = (unmatched ->> 'entitlement'::text)) OR ('NOT_FOUND'::text = (unmatched ->> 'buyer'::text)))
CREATE INDEX revenue_record_update ON revenue_record USING btree (org_id, last_update_time DESC, id DESC)
CREATE UNIQUE INDEX revenue_record_key ON revenue_record USING btree (org_id, record_id, channel, currency)
CREATE INDEX revenue_row_day ON revenue_row USING btree (org_id, channel, day, dataset, key) WHERE ((record_id IS NOT NULL) AND (NOT superseded))
CREATE INDEX revenue_row_record ON revenue_row USING btree (org_id, record_id, channel) WHERE (record_id IS NOT NULL)
CREATE INDEX revenue_row_whole_part ON revenue_row USING btree (org_id, channel, part, version) WHERE ((channel = ANY (ARRAY['GCP'::text, 'ADYEN'::text])) AND (NOT superseded))
CREATE INDEX revoked_token_app ON revoked_token USING btree (org_id, app_id)
CREATE INDEX revoked_token_expiry ON revoked_token USING btree (expire_time)
CREATE INDEX revoked_token_time ON revoked_token USING btree (revoked_time)
CREATE INDEX role_time ON role USING btree (org_id, creation_time DESC, id DESC)
CREATE UNIQUE INDEX role_name ON role USING btree (org_id, mos_fold(name)) WHERE (NOT namesake)
CREATE INDEX support_attachment_comment ON support_attachment USING btree (org_id, comment_id, creation_time, id)
CREATE INDEX support_attachment_time ON support_attachment USING btree (org_id, ticket_id, creation_time DESC, id DESC)
CREATE INDEX support_comment_time ON support_comment USING btree (org_id, ticket_id, creation_time DESC, id DESC)
CREATE INDEX support_ticket_assignee ON support_ticket USING btree (org_id, assignee_id, creation_time DESC, id DESC)
CREATE INDEX support_ticket_creator ON support_ticket USING btree (org_id, creator_key, creation_time DESC, id DESC)
CREATE INDEX support_ticket_description_text ON support_ticket USING gin (org_id, mos_fold(description) gin_trgm_ops)
CREATE INDEX support_ticket_entity ON support_ticket USING btree (org_id, entity_id, creation_time DESC, id DESC)
CREATE INDEX support_ticket_entity_type ON support_ticket USING btree (org_id, entity_type, creation_time DESC, id DESC)
CREATE INDEX support_ticket_name_text ON support_ticket USING gin (org_id, mos_fold(name) gin_trgm_ops)
CREATE INDEX support_ticket_priority ON support_ticket USING btree (org_id, priority, creation_time DESC, id DESC)
CREATE INDEX support_ticket_status ON support_ticket USING btree (org_id, status, creation_time DESC, id DESC)
CREATE INDEX support_ticket_task_type ON support_ticket USING btree (org_id, task_type, creation_time DESC, id DESC)
CREATE INDEX support_ticket_time ON support_ticket USING btree (org_id, creation_time DESC, id DESC)
CREATE INDEX support_ticket_watcher_key ON support_ticket_watcher USING btree (org_id, watcher_key, ticket_id)
CREATE INDEX usage_difference_open ON usage_difference USING btree (org_id, day, entitlement_id, dimension) WHERE (resolved_time IS NULL)
CREATE INDEX usage_dropped_item_late ON usage_dropped_item USING btree (org_id, hour, entitlement_id, dimension) WHERE (state = 'INVALID'::text)
CREATE INDEX usage_record_group_entitlement ON ONLY usage_record_group USING btree (org_id, entitlement_id, creation_time DESC, id DESC)
CREATE INDEX usage_record_group_time ON ONLY usage_record_group USING btree (org_id, creation_time DESC, id DESC)
CREATE INDEX usage_record_group_trouble ON ONLY usage_record_group USING btree (org_id, status, creation_time DESC, id DESC) WHERE (status = ANY (ARRAY['REPORT_FAILED'::text, 'INVALID'::text, 'DELETED'::text]))
CREATE INDEX usage_record_item_held ON ONLY usage_record_item USING btree (org_id, hour, entitlement_id) WHERE ((state = 'CREATED'::text) AND (cause IS NOT NULL))
CREATE INDEX usage_record_item_hour ON ONLY usage_record_item USING btree (org_id, hour, entitlement_id, dimension)
CREATE INDEX usage_record_item_late ON ONLY usage_record_item USING btree (org_id, hour, entitlement_id, dimension) WHERE (state = 'INVALID'::text)
CREATE INDEX usage_record_item_open ON ONLY usage_record_item USING btree (org_id, entitlement_id, hour) WHERE (state = 'CREATED'::text)
CREATE INDEX usage_record_item_row ON ONLY usage_record_item USING btree (org_id, report_row_id) WHERE (report_row_id IS NOT NULL)
CREATE INDEX usage_record_item_waiting ON ONLY usage_record_item USING btree (org_id, hour, entitlement_id, dimension) WHERE (state = 'CREATED'::text)
CREATE INDEX usage_report_buyer ON usage_report USING btree (org_id, buyer_id, creation_time DESC, id DESC)
CREATE INDEX usage_report_entitlement ON usage_report USING btree (org_id, entitlement_id, creation_time DESC, id DESC)
CREATE INDEX usage_report_partner ON usage_report USING btree (org_id, partner, creation_time DESC, id DESC)
CREATE INDEX usage_report_product ON usage_report USING btree (org_id, product_id, creation_time DESC, id DESC)
CREATE INDEX usage_report_time ON usage_report USING btree (org_id, creation_time DESC, id DESC)
CREATE INDEX usage_report_row_entitlement ON usage_report_row USING btree (org_id, entitlement_id, dimension, hour)
CREATE INDEX usage_report_row_hour ON usage_report_row USING btree (org_id, hour, entitlement_id, dimension)
CREATE INDEX usage_report_row_next ON usage_report_row USING btree (org_id, partner, next_attempt_time) WHERE (next_attempt_time IS NOT NULL)
CREATE INDEX usage_report_row_report ON usage_report_row USING btree (org_id, report_id, dimension)
CREATE INDEX usage_report_row_unsettled ON usage_report_row USING btree (org_id, hour, entitlement_id, dimension) WHERE ((state = ANY (ARRAY['CREATED'::text, 'REPORT_PENDING'::text, 'FAILED'::text])) AND (standing <> (0)::numeric))
CREATE UNIQUE INDEX usage_report_row_number ON usage_report_row USING btree (org_id, entitlement_id, dimension, receipt_number) WHERE (receipt_number IS NOT NULL)
CREATE UNIQUE INDEX usage_report_row_told ON usage_report_row USING btree (org_id, scope, dimension, hour, again) WHERE ((kind = 'LIVE'::text) AND (state <> 'FAILED'::text) AND (quantity > (0)::numeric))
CREATE INDEX usage_silence_open ON usage_silence USING btree (org_id, silent_since, entitlement_id, dimension) WHERE (cleared_time IS NULL)
CREATE INDEX usage_term_entitlement ON usage_term USING btree (org_id, entitlement_id)
CREATE INDEX usage_total_entitlement ON usage_total USING btree (org_id, counts, entitlement_id, day) WHERE (entitlement_id <> '00000000-0000-0000-0000-000000000000'::uuid)
CREATE INDEX usage_total_meter ON usage_total USING btree (org_id, counts, entitlement_id, dimension, day) WHERE (entitlement_id <> '00000000-0000-0000-0000-000000000000'::uuid)
CREATE INDEX used_assertion_expiry ON used_assertion USING btree (expire_time)
CREATE INDEX wallet_buyer ON wallet USING btree (org_id, buyer_id, creation_time DESC, id DESC) WHERE (status <> 'DELETED'::text)
CREATE UNIQUE INDEX wallet_method ON wallet USING btree (org_id, buyer_id, external_id) WHERE (external_id IS NOT NULL)
CREATE INDEX wallet_charge_external ON wallet_charge USING btree (org_id, external_id) WHERE (external_id IS NOT NULL)
CREATE INDEX wallet_charge_pending ON wallet_charge USING btree (org_id, wallet_id) WHERE (status = 'PENDING'::text)
CREATE INDEX wallet_charge_reference ON wallet_charge USING btree (org_id, reference)
CREATE INDEX wallet_entry_reference ON wallet_entry USING btree (org_id, reference) WHERE (reason = 'SPEND'::text)
CREATE UNIQUE INDEX wallet_entry_return ON wallet_entry USING btree (org_id, wallet_id, reference) WHERE (reason = 'RETURN'::text)
CREATE UNIQUE INDEX wallet_entry_spend ON wallet_entry USING btree (org_id, wallet_id, reference) WHERE (reason = 'SPEND'::text)
CREATE INDEX webhook_deleted ON webhook USING btree (deleted_time) WHERE (deleted_time IS NOT NULL)
CREATE INDEX webhook_time ON webhook USING btree (org_id, creation_time DESC, id DESC) WHERE (deleted_time IS NULL)
CREATE INDEX webhook_delivery_due ON webhook_delivery USING btree (org_id, webhook_id, epoch, next_attempt_time) WHERE (next_attempt_time IS NOT NULL)
CREATE INDEX webhook_delivery_entity ON webhook_delivery USING btree (org_id, webhook_id, entity_id, creation_time DESC, id DESC)
CREATE INDEX webhook_delivery_leased ON webhook_delivery USING btree (lease_until, org_id, webhook_id) WHERE (lease_until IS NOT NULL)
CREATE INDEX webhook_delivery_next ON webhook_delivery USING btree (status, next_attempt_time) WHERE (next_attempt_time IS NOT NULL)
CREATE INDEX webhook_delivery_old ON webhook_delivery USING btree (wall_time) WHERE (status <> 'PENDING'::text)
CREATE INDEX webhook_delivery_queue ON webhook_delivery USING btree (org_id, webhook_id, entity_id, place) WHERE (status = 'PENDING'::text)
CREATE INDEX webhook_delivery_status ON webhook_delivery USING btree (org_id, webhook_id, status, creation_time DESC, id DESC)
CREATE INDEX webhook_delivery_time ON webhook_delivery USING btree (org_id, webhook_id, creation_time DESC, id DESC)
CREATE INDEX webhook_delivery_type ON webhook_delivery USING btree (org_id, webhook_id, event_type, creation_time DESC, id DESC)
CREATE INDEX webhook_health_due ON webhook_health USING btree (due_time) WHERE (due_time IS NOT NULL)
CREATE INDEX webhook_health_lease ON webhook_health USING btree (lease_time) WHERE (lease_time IS NOT NULL)

-- policies
account_activity crossing all to mos_system using (true)
account_activity org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
account_activity reading select to mos_read using (true)
api_client crossing all to mos_system using (true)
api_client org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
api_client reading select to mos_read using (true)
audit_event crossing select to mos_system using (true)
audit_event org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
audit_event reading select to mos_read using (true)
audit_seal crossing all to mos_system using (true)
audit_seal org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
audit_seal reading select to mos_read using (true)
audit_unsealed crossing all to mos_system using (true)
audit_unsealed org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
audit_unsealed reading select to mos_read using (true)
billable_group org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
billable_group reading select to mos_read using (true)
billable_hour org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
billable_hour reading select to mos_read using (true)
billable_metric org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
billable_metric reading select to mos_read using (true)
billable_record org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
billable_record reading select to mos_read using (true)
billable_value org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
billable_value reading select to mos_read using (true)
billed_usage org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
billed_usage reading select to mos_read using (true)
branding org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
branding reading select to mos_read using (true)
buyer org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
buyer reading select to mos_read using (true)
buyer_contact org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
buyer_contact reading select to mos_read using (true)
buyer_payment org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
buyer_payment reading select to mos_read using (true)
charge_dispute org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
charge_dispute reading select to mos_read using (true)
commission org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
commission reading select to mos_read using (true)
commission_entry org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
commission_entry reading select to mos_read using (true)
commission_total org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
commission_total reading select to mos_read using (true)
connection crossing select to mos_system using (true)
connection org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
connection reading select to mos_read using (true)
contact org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
contact reading select to mos_read using (true)
cosell_cursor org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
cosell_cursor reading select to mos_read using (true)
cosell_mapping org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
cosell_mapping reading select to mos_read using (true)
credit_spend org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
credit_spend reading select to mos_read using (true)
due crossing all to mos_system using (true)
due org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
due reading select to mos_read using (true)
entitlement crossing select to mos_system using (true)
entitlement org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
entitlement reading select to mos_read using (true)
entitlement_cancellation_request org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
entitlement_cancellation_request reading select to mos_read using (true)
entitlement_external_id org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
entitlement_external_id reading select to mos_read using (true)
entitlement_price org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
entitlement_price reading select to mos_read using (true)
entitlement_term org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
entitlement_term reading select to mos_read using (true)
event_place crossing all to mos_system using (true)
event_place org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
event_place reading select to mos_read using (true)
exchange_rate org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
exchange_rate reading select to mos_read using (true)
exchange_rate_table org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
exchange_rate_table reading select to mos_read using (true)
former_member org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
former_member reading select to mos_read using (true)
idempotency crossing all to mos_system using (true)
idempotency org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
idempotency reading select to mos_read using (true)
invoice org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
invoice reading select to mos_read using (true)
marketplace_usage org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
marketplace_usage reading select to mos_read using (true)
membership crossing all to mos_system using (true)
membership org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
membership reading select to mos_read using (true)
notification_config org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
notification_config reading select to mos_read using (true)
notification_digest org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
notification_digest reading select to mos_read using (true)
notification_event org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
notification_event reading select to mos_read using (true)
notification_message org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
notification_message reading select to mos_read using (true)
oauth_app crossing all to mos_system using (true)
oauth_app org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
oauth_app reading select to mos_read using (true)
oauth_app_call crossing all to mos_system using (true)
oauth_app_call org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
oauth_app_call reading select to mos_read using (true)
offer org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
offer reading select to mos_read using (true)
offer_contact org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
offer_contact reading select to mos_read using (true)
offer_expiry_notice org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
offer_expiry_notice reading select to mos_read using (true)
offer_external_id org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
offer_external_id reading select to mos_read using (true)
offer_notice org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
offer_notice reading select to mos_read using (true)
offer_set org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
offer_set reading select to mos_read using (true)
offer_set_offer org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
offer_set_offer reading select to mos_read using (true)
onboarding org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
onboarding reading select to mos_read using (true)
operation org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
operation reading select to mos_read using (true)
operation_event org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
operation_event reading select to mos_read using (true)
organization crossing all to mos_system using (true)
organization org all to mos_write using ((id = (current_setting('app.org_id'::text))::uuid))
organization reading select to mos_read using (true)
outbox crossing all to mos_system using (true)
outbox org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
outbox reading select to mos_read using (true)
outbox_delivery crossing all to mos_system using (true)
outbox_delivery org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
outbox_delivery reading select to mos_read using (true)
partner_contact org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
partner_contact reading select to mos_read using (true)
partner_file org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
partner_file reading select to mos_read using (true)
partner_invitation crossing select to mos_system using (true)
partner_invitation org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
partner_invitation reading select to mos_read using (true)
partner_message org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
partner_message reading select to mos_read using (true)
partner_referral_total org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
partner_referral_total reading select to mos_read using (true)
partner_relationship org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
partner_relationship reading select to mos_read using (true)
partner_route crossing all to mos_system using (true)
partner_route org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
partner_route reading select to mos_read using (true)
product org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
product reading select to mos_read using (true)
referral org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
referral reading select to mos_read using (true)
referral_closed org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
referral_closed reading select to mos_read using (true)
referral_contact org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
referral_contact reading select to mos_read using (true)
referral_invitation org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
referral_invitation reading select to mos_read using (true)
referral_sync_event org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
referral_sync_event reading select to mos_read using (true)
referral_total org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
referral_total reading select to mos_read using (true)
revenue_channel org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
revenue_channel reading select to mos_read using (true)
revenue_day org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
revenue_day reading select to mos_read using (true)
revenue_difference org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
revenue_difference reading select to mos_read using (true)
revenue_event org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
revenue_event reading select to mos_read using (true)
revenue_line org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
revenue_line reading select to mos_read using (true)
revenue_owner_total org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
revenue_owner_total reading select to mos_read using (true)
revenue_part org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
revenue_part reading select to mos_read using (true)
revenue_record org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
revenue_record reading select to mos_read using (true)
revenue_request org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
revenue_request reading select to mos_read using (true)
revenue_row org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
revenue_row reading select to mos_read using (true)
revenue_sync org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
revenue_sync reading select to mos_read using (true)
revenue_total org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
revenue_total reading select to mos_read using (true)
revoked_token crossing all to mos_system using (true)
revoked_token org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
revoked_token reading select to mos_read using (true)
role crossing all to mos_system using (true)
role org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
role reading select to mos_read using (true)
support_attachment org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
support_attachment reading select to mos_read using (true)
support_comment org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
support_comment reading select to mos_read using (true)
support_storage org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
support_storage reading select to mos_read using (true)
support_ticket org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
support_ticket reading select to mos_read using (true)
support_ticket_watcher org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
support_ticket_watcher reading select to mos_read using (true)
usage_call org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_call reading select to mos_read using (true)
usage_comparison org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_comparison reading select to mos_read using (true)
usage_cursor org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_cursor reading select to mos_read using (true)
usage_difference org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_difference reading select to mos_read using (true)
usage_dropped_item crossing all to mos_system using (true)
usage_dropped_item org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_dropped_item reading select to mos_read using (true)
usage_included org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_included reading select to mos_read using (true)
usage_metering_config org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_metering_config reading select to mos_read using (true)
usage_pause org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_pause reading select to mos_read using (true)
usage_record_group org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_record_group reading select to mos_read using (true)
usage_record_group_id org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_record_group_id reading select to mos_read using (true)
usage_record_item crossing select to mos_system using (true)
usage_record_item org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_record_item reading select to mos_read using (true)
usage_report org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_report reading select to mos_read using (true)
usage_report_row crossing select to mos_system using (true)
usage_report_row org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_report_row reading select to mos_read using (true)
usage_report_send org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_report_send reading select to mos_read using (true)
usage_settlement org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_settlement reading select to mos_read using (true)
usage_silence org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_silence reading select to mos_read using (true)
usage_term org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_term reading select to mos_read using (true)
usage_total org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_total reading select to mos_read using (true)
usage_total_change crossing all to mos_system using (true)
usage_total_change org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
usage_total_change reading select to mos_read using (true)
used_assertion crossing all to mos_system using (true)
used_assertion org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
used_assertion reading select to mos_read using (true)
wallet org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
wallet reading select to mos_read using (true)
wallet_charge org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
wallet_charge reading select to mos_read using (true)
wallet_entry org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
wallet_entry reading select to mos_read using (true)
wallet_refund org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
wallet_refund reading select to mos_read using (true)
webhook crossing all to mos_system using (true)
webhook org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
webhook reading select to mos_read using (true)
webhook_attempt crossing all to mos_system using (true)
webhook_attempt org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
webhook_attempt reading select to mos_read using (true)
webhook_delivery crossing all to mos_system using (true)
webhook_delivery org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
webhook_delivery reading select to mos_read using (true)
webhook_health crossing all to mos_system using (true)
webhook_health org all to mos_write using ((org_id = (current_setting('app.org_id'::text))::uuid))
webhook_health reading select to mos_read using (true)

-- grants
account: mos_system delete, insert, select, update
account_activity: mos_system insert, select
account_login: mos_system delete, insert, select, update
account_mail: mos_system delete, insert, select, update
account_network: mos_system delete, insert, select, update
account_passkey: mos_system delete, insert, select, update
account_second_factor: mos_system delete, insert, select, update
account_session: mos_system delete, insert, select, update
account_sign_up: mos_system delete, insert, select
account_used_code: mos_system delete, insert, select, update
account_verification: mos_system delete, insert, select, update
api_client: mos_system delete, select, update
audit_event: mos_system select
audit_seal: mos_system insert, select
audit_unsealed: mos_system delete, select
auth_throttle: mos_system delete, insert, select, update
due: mos_system delete, insert, select, update
engine_turn: mos_system select, update
event_place: mos_system insert, select, update
executor: mos_system delete, insert, select, update
idempotency: mos_system delete, select
knowledge_index: mos_system select, update
knowledge_piece: mos_system delete, insert, select, update
knowledge_word: mos_system delete, insert, select, update
membership: mos_system select, update
month_retention: mos_system select
oauth_app: mos_system delete, insert, select, update
oauth_app_call: mos_system delete, insert, select, update
organization: mos_system insert, select, update
outbox: mos_system select, update
outbox_delivery: mos_system delete, insert, select, update
partner_route: mos_system select
revoked_token: mos_system delete, insert, select
role: mos_system select
signing_key: mos_system delete, insert, select, update
steady_clock: mos_system insert, select, update
usage_dropped_item: mos_system select
usage_total_change: mos_system select
used_assertion: mos_system delete, insert, select
webhook: mos_system delete
webhook_attempt: mos_system delete
webhook_delivery: mos_system delete
webhook_health: mos_system delete

-- triggers
CREATE TRIGGER revenue_match_buyer AFTER INSERT OR UPDATE OF account_id ON buyer FOR EACH ROW EXECUTE FUNCTION mos_match_revenue()
CREATE TRIGGER commission_totals AFTER INSERT ON commission_entry FOR EACH ROW EXECUTE FUNCTION mos_commission_totals()
CREATE TRIGGER revenue_match_entitlement AFTER UPDATE OF product_id, offer_id, buyer_id ON entitlement FOR EACH ROW WHEN ((((old.product_id IS DISTINCT FROM new.product_id) OR (old.offer_id IS DISTINCT FROM new.offer_id)) OR (old.buyer_id IS DISTINCT FROM new.buyer_id))) EXECUTE FUNCTION mos_match_revenue()
CREATE TRIGGER revenue_match_purchase AFTER INSERT OR UPDATE OF entitlement_id ON entitlement_external_id FOR EACH ROW EXECUTE FUNCTION mos_match_revenue()
CREATE TRIGGER revenue_match_offer AFTER INSERT ON offer_external_id FOR EACH ROW EXECUTE FUNCTION mos_match_revenue()
CREATE TRIGGER revenue_match_product AFTER INSERT OR UPDATE OF entity_id, external_id ON product FOR EACH ROW EXECUTE FUNCTION mos_match_revenue()
CREATE TRIGGER partner_referral_totals_changed AFTER UPDATE ON referral FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.relationship_id IS DISTINCT FROM new.relationship_id))) EXECUTE FUNCTION mos_partner_referral_totals()
CREATE TRIGGER partner_referral_totals_new AFTER INSERT OR DELETE ON referral FOR EACH ROW EXECUTE FUNCTION mos_partner_referral_totals()
CREATE CONSTRAINT TRIGGER referral_totals_changed AFTER UPDATE ON referral DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((((((old.status IS DISTINCT FROM new.status) OR (old.status_before IS DISTINCT FROM new.status_before)) OR (old.stage IS DISTINCT FROM new.stage)) OR (old.partner IS DISTINCT FROM new.partner)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.deal_value IS DISTINCT FROM new.deal_value)) OR (old.closed_time IS DISTINCT FROM new.closed_time))) EXECUTE FUNCTION mos_referral_totals()
CREATE CONSTRAINT TRIGGER referral_totals_new AFTER INSERT OR DELETE ON referral DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION mos_referral_totals()
CREATE TRIGGER usage_total_changed_item AFTER UPDATE ON usage_record_item FOR EACH ROW WHEN (((old.state = ANY (ARRAY['INVALID'::text, 'DELETED'::text])) <> (new.state = ANY (ARRAY['INVALID'::text, 'DELETED'::text])))) EXECUTE FUNCTION mos_count_changed_item()
CREATE TRIGGER usage_total_new_items AFTER INSERT ON usage_record_item REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mos_count_new_items()
CREATE TRIGGER usage_report_row_receipt BEFORE INSERT ON usage_report_row FOR EACH ROW WHEN ((new.kind = 'LIVE'::text)) EXECUTE FUNCTION mos_number_receipt()
CREATE TRIGGER usage_total_changed_row AFTER UPDATE ON usage_report_row FOR EACH ROW WHEN (((new.kind = 'LIVE'::text) AND (new.quantity > (0)::numeric) AND ((old.state = 'FAILED'::text) <> (new.state = 'FAILED'::text)))) EXECUTE FUNCTION mos_count_changed_row()
CREATE TRIGGER usage_total_new_rows AFTER INSERT ON usage_report_row REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mos_count_new_rows()
