import type { Actor } from '../../../../auth/principal.ts';
import type { EventName } from '../../../../contract/events.ts';
import { type Partner, partners } from '../../../../contract/partner-codes.ts';
import type {
  EntityType,
  NotificationEventAction,
  NotificationPriority,
} from '../../../../contract/reference/notification-words.ts';
import { moneyText } from '../../../../kit/currency.ts';
import { cutText } from '../../../../kit/cut-text.ts';
import { isRawNumber } from '../../../../kit/json.ts';
import { inLine } from '../../../../kit/mail-text.ts';

export type Payload = Readonly<Record<string, unknown>>;

/** An event, as much of it as its sentence needs. */
export type DescribedEvent = {
  name: EventName;
  entity_type: string;
  entity_id: string;
  payload: Payload;
  actor: Actor;
};

/** The text of an event for people. */
export type EventText = {
  action: NotificationEventAction;
  entityType: EntityType;
  /**
   * CRITICAL: money or access is being lost now. HIGH: a person must act, or a deal moved. MEDIUM: worth knowing. LOW: routine. Empty:
   * nobody is notified.
   */
  priority: NotificationPriority;
  /** The payload of some events has a higher one (`priorityOf`). */
  isRaised?: true;
  /** A person has to do something. */
  isActionItem?: true;
  title: string;
  /** One line of at most `messageMax` characters. */
  message: (event: DescribedEvent) => string;
};

export const messageMax = 300;
const nameMax = 80;
const reasonMax = 140;

/** One line of a foreign text, without links. What is read of it is bounded before it is rewritten. */
export const lineOf = (value: unknown, max = nameMax): string => {
  if (typeof value !== 'string') return '';
  const line = inLine(cutText(value, 4 * max)).replaceAll(/\s+/g, ' ');
  return line.length > max ? `${cutText(line, max - 1).trimEnd()}…` : line;
};

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** A member of a payload by its path: `info.currency`. */
export const at = (payload: Payload, path: string): unknown => path.split('.').reduce<unknown>(memberOf, payload);

const firstLine = (payload: Payload, paths: readonly string[], max?: number): string => {
  for (const path of paths) {
    const found = lineOf(at(payload, path), max);
    if (found !== '') return found;
  }
  return '';
};

const namePaths = ['name', 'dealName', 'company.name', 'recipient.companyName', 'emailAddress', 'email', 'dimension'];

/** What people call the subject of an event; empty if it has no name. An invitation is called by the other side. */
export const nameOf = (payload: Payload): string =>
  firstLine(payload, payload.direction === 'INBOUND' ? ['sender.organizationName', ...namePaths] : namePaths);

export const statusOf = (payload: Payload): string => firstLine(payload, ['status', 'lastSyncStatus']);

/** Where it happened, if the payload says so in a word that clients know. */
export const partnerOf = (payload: Payload): Partner | undefined => partners.find((known) => known === payload.partner);

const partnerNames: Readonly<Partial<Record<Partner, string>>> = {
  ADYEN: 'Adyen',
  AZURE: 'Azure',
  GCP: 'Google Cloud',
  HUBSPOT: 'HubSpot',
  MICROSOFT: 'Microsoft',
  SALESFORCE: 'Salesforce',
  SLACK: 'Slack',
  STRIPE: 'Stripe',
};

/** A partner as people write it; `otherwise` if the payload names none. */
export const partnerName = (payload: Payload, otherwise = 'the partner'): string => {
  const partner = partnerOf(payload);
  return partner === undefined ? lineOf(payload.partner) || otherwise : (partnerNames[partner] ?? partner);
};

const numberText = /^-?\d{1,30}(?:\.\d{1,30})?$/;

/** The digits of a number of a payload, which may be too long for a float; empty if it is none. */
const digitsOf = (value: unknown): string => {
  const text = isRawNumber(value) ? value.rawJSON : String(value);
  return numberText.test(text) ? text : '';
};

/** `1,250.5` */
export const quantity = (value: unknown): string => {
  const digits = digitsOf(value);
  return digits === ''
    ? ''
    : new Intl.NumberFormat('en-US', { maximumFractionDigits: 9 }).format(digits as `${number}`);
};

/** `1,250.50 USD`; empty unless amount and currency are known. */
export const money = (amount: unknown, currency: unknown): string => {
  const digits = digitsOf(amount);
  if (digits === '' || typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) return '';
  return moneyText(digits, currency);
};

/** ` for 1,250.50 USD`: empty if there is no amount. */
export const ifAny = (before: string, text: string, after = ''): string =>
  text === '' ? '' : `${before}${text}${after}`;

/** `Dec 31, 2026`, UTC; empty if it is not a time. */
export const day = (value: unknown): string => {
  const time = typeof value === 'string' ? new Date(value) : undefined;
  return time === undefined || Number.isNaN(time.getTime())
    ? ''
    : time.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
};

const reasonPaths = [
  'sync.errors.0.message',
  'metaInfo.prettifiedErrorMessages.0',
  'metaInfo.errorMessages.0',
  'lastError.message',
  'error.message',
  'pushError.message',
  'lastError',
  'error',
  'statusMessage',
  'message',
];

/** `: the reason`, if the payload has one. */
export const why = (payload: Payload): string =>
  ifAny(': ', firstLine(payload, reasonPaths, reasonMax).replace(/[.\s]+$/, ''));

/** ` by Ada`, if a person or an app did it. */
export const by = ({ actor }: DescribedEvent): string =>
  actor.type === 'user' || actor.type === 'app' ? ifAny(' by ', lineOf(actor.name)) : '';

/** An ID that clients know, for things without a name. */
const idOf = ({ entity_id: id }: DescribedEvent): string => (/^[a-z]+_[0-9a-z]{26}$/.test(id) ? ` ${id}` : '');

/** `offer “Acme 2027” (AWS)` */
const subjectOf = (noun: string, event: DescribedEvent): string => {
  const name = nameOf(event.payload);
  const partner = ifAny(' (', partnerName(event.payload, ''), ')');
  return `${noun}${name === '' ? idOf(event) : ` “${name}”`}${partner}`;
};

const sentence = (text: string): string => {
  const line = `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replaceAll(/\s+/g, ' ').trim();
  const whole = /[.…]$/.test(line) ? line : `${line}.`;
  return whole.length > messageMax ? `${cutText(whole, messageMax - 1).trimEnd()}…` : whole;
};

type Row = (
  action: NotificationEventAction,
  priority: NotificationPriority,
  title: string,
  say: (it: string, payload: Payload, event: DescribedEvent) => string,
  more?: Pick<EventText, 'isActionItem' | 'isRaised'>,
) => EventText;

/** Makes rows of the events of a noun: `say` puts it, with name and partner, into a sentence. */
export const textsOf =
  (entityType: EntityType, noun: string): Row =>
  (action, priority, title, say, more) => ({
    ...{ action, entityType, priority, ...more, title },
    message: (event) => sentence(say(subjectOf(noun, event), event.payload, event)),
  });

export const actionItem = { isActionItem: true } as const;
