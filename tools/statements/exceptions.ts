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
    'auth/store.ts findAppIdentity': ['oauth_app', 'role', 'revoked_token'],
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
    'db/webhooks.ts removeOldDeliveries': ['webhook_delivery'],
    'db/webhooks.ts removeDeletedWebhooks': ['webhook', 'webhook_delivery'],
  }),
  ...allow('work is found by its time, and each piece is done in a transaction of its organization', {
    'db/system.ts findDueOrganizations': ['due'],
    'db/times-ahead.ts findAhead': ['due', 'outbox_delivery', 'webhook_delivery', 'webhook_health', 'usage_report_row'],
    'db/times-ahead.ts findScheduledAhead': ['due'],
    'db/waiting-work.ts findWaiting': [
      'outbox',
      'due',
      'webhook_health',
      'account_activity',
      'audit_unsealed',
      'usage_total_change',
    ],
    'domain/metering/usage-total/store.ts findOrganizationsToFold': ['usage_total_change'],
    'domain/organization/audit/account-activity/store.ts findActivities': ['account_activity'],
  }),
  ...allow('the next organization with events to hand out is found, and then they are handed out', {
    'db/outbox.ts findWaitingOrganizations': ['outbox'],
  }),
  ...allow('one look at the latest places serves all streams of a process', {
    'db/outbox.ts readLastPlaces': ['event_place'],
  }),
  ...allow(
    'a receiver takes the events of all organizations in batches, and claims them organization by organization',
    {
      'db/outbox.ts findDueEntities': ['outbox_delivery'],
      'db/outbox.ts removeDeliveries': ['outbox_delivery'],
      'db/outbox.ts freeDeliveries': ['outbox_delivery'],
      'db/outbox.ts countUndelivered': ['outbox', 'outbox_delivery'],
    },
  ),
  ...allow('webhooks with something to send are found by its time, and claimed organization by organization', {
    'db/webhooks.ts findSendableWebhooks': ['webhook', 'webhook_health', 'webhook_delivery'],
    'db/webhooks.ts mendDueWebhooks': ['webhook', 'webhook_health', 'webhook_delivery'],
  }),
  ...allow('leases of webhook deliveries are ended in all organizations at once', {
    'db/webhooks.ts freeWebhookDeliveries': ['webhook_delivery', 'webhook_health'],
  }),
  ...allow('the sealer of the audit trail looks for organizations with rows to seal', {
    'db/audit-chain.ts findOrganizationsIn': ['audit_unsealed'],
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
    'db/operating.ts readOldestUsage': ['due', 'entitlement', 'usage_record_item', 'usage_report_row'],
    'db/outbox.ts readNotHandedOut': ['outbox'],
    'db/outbox.ts findNextReceiver': ['outbox_delivery'],
    'db/outbox.ts readWaitingFor': ['outbox', 'outbox_delivery'],
    'db/operating.ts readWaitingDeliveries': ['webhook_delivery'],
    'db/operating.ts readConnectionStates': ['connection'],
  }),
];

/** Functions that send statements to PostgreSQL alone, with the reason. */
export const postgresOnly: readonly { at: string; because: string }[] = [
  { at: 'server/src/db/system.ts beat', because: 'the embedded database has one process, which needs no heartbeat' },
];
