import type { Permission } from '../../../auth/permissions.ts';
import type { Membership } from '../../../auth/principal.ts';
import { type EventName, eventCatalogue } from '../../../contract/events.ts';

/** What an event is about: the part of its name before the dot. */
type EventNoun = EventName extends `${infer Noun}.${string}` ? Noun : never;

/** The permission with which the subject of an event is read. Without it, a caller receives no events about it. */
const permissionOf: Readonly<Record<EventNoun, Permission>> = {
  api_client: 'access:read',
  billable_metric: 'metering:read',
  branding: 'organization:read',
  buyer: 'buyer:read',
  cancellation_request: 'entitlement:read',
  commission: 'prm:read',
  connection: 'access:read',
  contact: 'contact:read',
  cosell_mapping: 'cosell:read',
  entitlement: 'entitlement:read',
  exchange_rate: 'revenue:read',
  invoice: 'entitlement:read',
  message: 'notification:read',
  notification_config: 'notification:read',
  oauth_app: 'access:read',
  offer: 'offer:read',
  offer_set: 'offer:read',
  onboarding: 'organization:read',
  organization: 'organization:read',
  partner_file: 'prm:read',
  partner_invitation: 'prm:read',
  partner_relationship: 'prm:read',
  product: 'product:read',
  referral: 'cosell:read',
  revenue: 'revenue:read',
  revenue_difference: 'revenue:read',
  role: 'access:read',
  support_ticket: 'support:read',
  usage_comparison: 'metering:read',
  usage_meter: 'metering:read',
  usage_metering_config: 'metering:read',
  usage_record_group: 'metering:read',
  usage_record_report: 'metering:read',
  user: 'access:read',
  wallet: 'buyer:read',
  webhook: 'notification:read',
};

const nounOf = (name: EventName): EventNoun => name.slice(0, name.indexOf('.')) as EventNoun;

export const eventNames = Object.keys(eventCatalogue) as EventName[];

export const permissionOfEvent = (name: EventName): Permission => permissionOf[nounOf(name)];

/** The permissions with which everything is read that an event can be about. */
const everySubject: readonly Permission[] = [...new Set(Object.values(permissionOf))];

/**
 * The permissions with which an event is read with its data. The data of a message is the text that somebody was sent,
 * which may be about anything (decision 0181).
 */
export const permissionsOfData = (name: EventName): readonly Permission[] =>
  nounOf(name) === 'message' ? everySubject : [permissionOfEvent(name)];

/** Those of the permissions that a member lacks, each once. */
export const lackingOf = (membership: Membership | undefined, needed: readonly Permission[]): Permission[] =>
  [...new Set(needed)].filter((permission) => !membership?.permissions.has(permission)).sort();

/** Names of the events whose data a member may read. */
export const readableEvents = (membership: Membership | undefined): EventName[] =>
  eventNames.filter((name) => lackingOf(membership, permissionsOfData(name)).length === 0);

/** Names of the events that a member may receive. */
export const visibleEvents = (membership: Membership | undefined): EventName[] =>
  eventNames.filter((name) => membership?.permissions.has(permissionOfEvent(name)));

/** Names of the events of a noun. */
const eventsOf = (noun: string): EventName[] => eventNames.filter((name) => nounOf(name) === noun);

/** The events of a type: one event, or with `offer.*` all events about offers; none if the type does not exist. */
export const namesOfType = (type: string): EventName[] =>
  type.endsWith('.*') ? eventsOf(type.slice(0, -2)) : eventNames.filter((name) => name === type);
