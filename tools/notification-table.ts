import { type EventName, eventCatalogue } from '../server/src/contract/events.ts';
import examples from '../server/src/contract/openapi/examples.json' with { type: 'json' };
import { eventTexts, scopeOf, scopes } from '../server/src/domain/notification/event/event-texts.ts';
import type { Payload } from '../server/src/domain/notification/event/texts/event-text.ts';

/** Endpoints whose example responses contain the subjects of events. The subjects of other events are in no response. */
const shownBy: Readonly<Record<string, keyof typeof examples>> = {
  api_client: 'getApiClient',
  billable_metric: 'getBillableMetric',
  buyer: 'getBuyer',
  cancellation_request: 'listEntitlementCancellationRequests',
  commission: 'listPartnerCommissions',
  connection: 'getIntegration',
  contact: 'getContact',
  cosell_mapping: 'getCosellMapping',
  entitlement: 'getEntitlement',
  exchange_rate: 'listExchangeRates',
  invoice: 'getInvoice',
  message: 'getNotificationMessage',
  oauth_app: 'getOAuthApp',
  offer: 'getOffer',
  offer_set: 'getOfferSet',
  organization: 'listOrganizations',
  partner_file: 'getPartnerFile',
  partner_invitation: 'listInvitations',
  partner_relationship: 'getPartnerRelationship',
  product: 'getProduct',
  referral: 'getReferral',
  revenue: 'getRevenueConnectionHealth',
  revenue_difference: 'listRevenueDifferences',
  role: 'getRole',
  support_ticket: 'getSupportTicket',
  usage_meter: 'listSilentMeters',
  usage_record_group: 'listUsageRecordGroups',
  usage_record_report: 'listUsageRecordReports',
  user: 'listUsers',
  wallet: 'listBuyerWallets',
};

/** The first entity of a response: the response itself, or the first item of its list. */
const firstOf = (reply: unknown): Payload => {
  if (Array.isArray(reply)) return (reply[0] ?? {}) as Payload;
  const list = Object.values((reply ?? {}) as object).find((member) => Array.isArray(member) && 'length' in member);
  const isPage = list !== undefined && !('id' in (reply as object)) && Object.keys(reply as object).length <= 4;
  return (isPage ? ((list as unknown[])[0] ?? {}) : (reply ?? {})) as Payload;
};

/** An entity as the API document shows it, as the payload of an event. */
export const examplePayload = (name: EventName): Payload => {
  const shown = shownBy[name.slice(0, name.indexOf('.'))];
  return shown === undefined ? {} : firstOf((examples[shown] as { reply?: unknown }).reply);
};

const exampleSentence = (name: EventName): string => {
  const payload = examplePayload(name);
  const actor = { type: 'user', id: 'user_01jd0000000000000000000001', name: 'Ada' } as const;
  const id = typeof payload.id === 'string' ? payload.id : '';
  return eventTexts[name].message({ name, entity_type: '', entity_id: id, payload, actor });
};

/** The notification text of each event, as a table. */
export const printNotificationTable = (): string => {
  const names = Object.keys(eventCatalogue) as EventName[];
  const rows = names.map((name) => {
    const { priority, isRaised, isActionItem, title } = eventTexts[name];
    const scope = priority === '' && !isRaised ? '' : scopeOf(name);
    const urgency = `${priority === '' ? 'nobody' : priority}${isRaised ? ', or as the event says' : ''}`;
    return `| ${name} | ${scope} | ${urgency} | ${isActionItem ? 'yes' : ''} | ${title} | ${exampleSentence(name)} |`;
  });
  return (
    '# Notifications\n\nWhat people are told of each event: its scope, to which they subscribe, and a sentence about the ' +
    'example of the API document.\n\n| event | scope | priority | somebody must act | title | for example |\n' +
    `|---|---|---|---|---|---|\n${rows.join('\n')}\n\n## Scopes\n\n${scopes.map((scope) => `- ${scope}`).join('\n')}\n`
  );
};
