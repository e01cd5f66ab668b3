/** Tables that the statements of one function may name without their organization, functions they may call, or rules they may break. */
export type Exception = {
  /** The file and the function. */
  at: string;
  subjects: readonly string[];
  because: string;
};

const allow = (because: string, functions: Readonly<Record<string, readonly string[]>>): Exception[] =>
  Object.entries(functions).map(([at, subjects]) => ({ at: `server/src/${at}`, subjects, because }));

export const exceptions: readonly Exception[] = [
  ...allow('credentials, links and addresses of hooks say which organization is meant only once they are found', {
    'auth/client-store.ts findClients': ['oauth_app'],
    'auth/api-key-store.ts findClientsByKey': ['api_client'],
    'auth/store.ts findStanding': ['oauth_app', 'role', 'revoked_token'],
    'people/account-store.ts findInvited': ['membership'],
    'people/account-store.ts isPartnerLink': ['partner_invitation'],
    'domain/prm/invitation/store.ts findByLink': ['partner_invitation'],
    'domain/organization/access/user/store.ts findInvitation': ['membership'],
    'domain/organization/connection/store.ts findRoute': ['partner_route'],
  }),
  ...allow('a person belongs to several organizations, and all of them are wanted', {
    'auth/member-store.ts selectMemberships': ['membership', 'role'],
    'auth/member-store.ts touchMemberships': ['membership'],
    'people/account-store.ts hasInvitation': ['membership'],
    'people/account-store.ts selectOrganizations': ['membership'],
    'people/activity-store.ts insertActivities': ['membership'],
  }),
  ...allow('every replica keeps what was revoked or changed in any organization, and looks for news every second', {
    'auth/token-store.ts selectRevoked': ['oauth_app', 'api_client', 'revoked_token'],
    'auth/role-store.ts selectRoleVersions': ['role'],
  }),
  ...allow('times of last use are gathered in memory and written for all clients at once', {
    'auth/app-usage-store.ts touchApps': ['oauth_app'],
    'auth/api-key-store.ts touchApiClients': ['api_client'],
  }),
  ...allow('what has expired is removed in the background, in all organizations at once', {
    'auth/api-key-store.ts purgeApiClients': ['api_client'],
    'auth/app-usage-store.ts purgeCalls': ['oauth_app_call'],
    'auth/token-store.ts purgeTokens': ['used_assertion', 'revoked_token', 'oauth_app'],
    'db/system.ts removeOldIdempotency': ['idempotency'],
    'db/webhooks.ts removeOldDeliveries': ['webhook_delivery', 'webhook_attempt', 'spread-change', 'spread-lock'],
    'db/webhooks.ts removeDeletedWebhooks': ['webhook', 'webhook_health', 'webhook_delivery', 'spread-change'],
  }),
  ...allow('work is found by its time, and each piece is done in a transaction of its organization', {
    'db/system.ts findDueOrganizations': ['due'],
    'db/waiting.ts findWaiting': [
      'outbox',
      'due',
      'webhook_delivery',
      'account_activity',
      'audit_unsealed',
      'usage_total_change',
    ],
    'domain/metering/usage-total/store.ts findOrganizationsToFold': [
      'usage_total_change',
      'spread-recursive',
      'spread-lateral',
    ],
    'domain/organization/audit/account-activity/store.ts findActivities': ['account_activity'],
  }),
  ...allow('one worker hands out the events of all organizations, and a receiver takes them in batches', {
    'db/outbox.ts handOutEvents': ['outbox', 'webhook', 'spread-change', 'insert-select'],
    'db/outbox.ts claimDeliveries': ['outbox', 'outbox_delivery', 'spread-lateral', 'spread-change', 'spread-lock'],
    'db/outbox.ts removeDeliveries': ['outbox_delivery'],
    'db/outbox.ts freeDeliveries': ['outbox_delivery'],
    'db/outbox.ts countUndelivered': ['outbox', 'outbox_delivery'],
  }),
  ...allow('one process at a time finds the webhooks of all organizations for which something waits', {
    'db/webhooks.ts findSendableWebhooks': [
      'webhook',
      'webhook_health',
      'webhook_delivery',
      'spread-recursive',
      'spread-lateral',
    ],
    'db/webhooks.ts claimWebhookDeliveries': ['webhook_delivery', 'webhook', 'spread-lateral', 'spread-lock'],
    'db/webhooks.ts returnDeliveries': ['webhook_delivery'],
    'db/webhooks.ts freeWebhookDeliveries': ['webhook_delivery'],
  }),
  ...allow('the sealer of the audit trail looks for organizations with rows to seal', {
    'db/audit-chain.ts findOrganizationsIn': ['audit_unsealed', 'spread-recursive', 'spread-lateral'],
  }),
  ...allow('a rotation of secrets, run by hand, counts the hashes that a retiring key still holds', {
    'auth/rotation-store.ts countHashes': [
      'partner_invitation',
      'oauth_app',
      'api_client',
      'partner_route',
      'membership',
    ],
  }),
  ...allow('whoever runs the service watches ages and counts over all organizations', {
    'db/operating.ts readOverdueWork': ['due', 'connection'],
    'db/operating.ts readOldestUsage': [
      'due',
      'entitlement',
      'usage_record_item',
      'usage_report_row',
      'spread-lateral',
    ],
    'db/operating.ts readWaitingEvents': ['outbox', 'outbox_delivery'],
    'db/operating.ts readWaitingDeliveries': ['webhook_delivery'],
    'db/operating.ts readConnectionStates': ['connection'],
  }),
  ...allow(
    'works on one PostgreSQL, and has to become VALUES before tables are distributed (docs/operating/scale-out.md)',
    {
      'auth/app-usage-store.ts addCalls': ['insert-select'],
      'auth/token-store.ts insertRevokedToken': ['insert-select'],
      'domain/cosell/referral/sync-store.ts keepContacts': ['insert-select'],
      'domain/metering/billable-usage/closing-store.ts ensureDue': ['insert-select'],
      'domain/metering/billable-usage/closing-store.ts takeValues': ['insert-select'],
      'domain/metering/billable-usage/intake-store.ts addGroups': ['insert-select'],
      'domain/metering/billable-usage/intake-store.ts insertBillableRecords': ['insert-select'],
      'domain/metering/included-quantity/store.ts saveIncludedUses': ['insert-select'],
      'domain/metering/metered-entitlement/store.ts flushTerms': ['insert-select'],
      'domain/metering/usage-comparison/store.ts saveDifferences': ['insert-select'],
      'domain/metering/usage-metering-config/store.ts lockConfigs': ['insert-select'],
      'domain/metering/usage-record-group/intake-store.ts insertGroups': ['insert-select'],
      'domain/metering/usage-record-group/intake-store.ts takeGroupIds': ['insert-select'],
      'domain/metering/usage-record-report/closing-store.ts saveCarries': ['insert-select'],
      'domain/metering/usage-record-report/schedule-store.ts ensureReportDue': ['insert-select'],
      'domain/metering/usage-record-report/sending-store.ts insertUsageCalls': ['insert-select'],
      'domain/metering/usage-record-report/sending-store.ts startAttempts': ['insert-select'],
      'domain/metering/usage-record-report/settlement/store.ts insertSettlements': ['insert-select'],
      'domain/metering/usage-silence/store.ts savePauses': ['insert-select'],
      'domain/metering/usage-total/store.ts foldChanges': ['insert-select'],
      'domain/notification/webhook/delivery/queue-store.ts insertDeliveries': ['insert-select'],
      'domain/revenue/connection/part-store.ts insertFoundParts': ['insert-select'],
      'domain/revenue/exchange-rate/store.ts saveTable': ['insert-select'],
      'domain/revenue/reconciliation/store.ts saveDifferences': ['insert-select'],
      'domain/revenue/record/event-store.ts insertEvents': ['insert-select'],
      'domain/revenue/record/fold-store.ts foldRecords': ['insert-select'],
      'domain/revenue/record/row-store.ts insertLines': ['insert-select'],
      'domain/revenue/record/row-store.ts insertRows': ['insert-select'],
      'domain/revenue/record/usage-store.ts insertUsage': ['insert-select'],
      'engine/operation-store.ts appendStepEvent': ['insert-select'],
      'engine/operation-store.ts endOperation': ['insert-select'],
    },
  ),
  ...allow('works on one PostgreSQL, and needs its value from the process before tables are distributed', {
    'db/outbox.ts postponeDelivery': ['stable-over-column'],
    'domain/entitlement/store.ts updateEntitlementRow': ['stable-over-column'],
    'domain/entitlement/term/store.ts updateTermRow': ['stable-over-column'],
    'domain/metering/billable-usage/closing-store.ts markReported': ['stable-over-column'],
    'domain/metering/usage-record-group/store.ts refreshGroups': ['stable-over-column'],
  }),
];

/** Functions that send statements to PostgreSQL alone, with the reason. */
export const postgresOnly: readonly { at: string; because: string }[] = [
  { at: 'server/src/db/system.ts beat', because: 'the embedded database has one process, which needs no heartbeat' },
];
