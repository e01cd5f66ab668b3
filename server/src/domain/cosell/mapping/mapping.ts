import type { CoSellPartner } from '../../../adapters/cosell/port.ts';
import type { CrmSystem } from '../../../adapters/crm/port.ts';

export const conflictRules = ['CRM_WINS', 'PARTNER_WINS', 'NEWEST_WINS'] as const;
export type ConflictRule = (typeof conflictRules)[number];

export const fieldDirections = ['TO_PARTNER', 'TO_CRM', 'BOTH'] as const;

/** What a value is made into for the partner. DAY: YYYY-MM-DD; DATE: {year, month, day}; MONEY: text with at most two decimals. */
export const valueForms = ['TEXT', 'NUMBER', 'MONEY', 'DAY', 'DATE', 'TIME', 'LIST', 'BOOLEAN'] as const;
export type ValueForm = (typeof valueForms)[number];

/** How one member of a partner's document and a field of the CRM belong together. */
export type FieldMapping = {
  /** The member of the document, dotted; `[0]` names an item of a list. */
  target: string;
  /** The field of the CRM: `deal.Amount`, `company.Website`, `contacts[0].Email`. */
  source?: string;
  /** JSONata over {deal, company, contacts} instead of `source`; to the partner only. */
  expression?: string;
  /** Words of the CRM and what the partner calls them. Other words stay as they are. */
  values?: Readonly<Record<string, string>>;
  /** What is used where the CRM has nothing. */
  standard?: unknown;
  form?: ValueForm;
  direction: (typeof fieldDirections)[number];
  /** Not synchronized until it is switched on again. */
  isPaused?: boolean;
};

/** What the service knows about a referral beside the document. A mapping can write it to the CRM: `referral.status`. */
export const referralFacts = [
  'status',
  'stage',
  'externalID',
  'closeReason',
  'acceptBy',
  'partnerStatus',
  'partnerReason',
  'partnerComments',
] as const;
export type ReferralFact = (typeof referralFacts)[number];

const factRoot = 'referral.';

/** The fact that a target names; undefined: it names a member of the document. */
export const factNamed = (target: string): string | undefined =>
  target.startsWith(factRoot) ? target.slice(factRoot.length) : undefined;

export type Mapping = {
  crm: CrmSystem;
  partner: CoSellPartner;
  conflict_rule: ConflictRule;
  fields: readonly FieldMapping[];
  /** Null: the default of the service. */
  last_updated_by: string | null;
  last_update_time: Date | null;
  version: number;
};

export type PathStep = string | number;

const pathPattern = /^[^.[\]]+(\[\d{1,2}\])?(\.[^.[\]]+(\[\d{1,2}\])?)*$/;

/** Whether a text names a member: `Customer.Contacts[0].Email`. */
export const isPath = (path: string): boolean => pathPattern.test(path);

/** The keys and indexes of a path. */
const stepsOf = (path: string): PathStep[] =>
  path
    .replaceAll(/\[(\d+)\]/g, '.[$1')
    .split('.')
    .map((step) => (step.startsWith('[') ? Number(step.slice(1)) : step));

const childOf = (value: unknown, step: PathStep): unknown => {
  if (typeof value !== 'object' || value === null) return undefined;
  if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
  return Object.hasOwn(value, step) ? (value as Record<string, unknown>)[step] : undefined;
};

/** What a document has at a path; undefined: nothing. */
export const valueAt = (document: unknown, path: string): unknown => stepsOf(path).reduce(childOf, document as unknown);

const put = (value: unknown, [step, ...rest]: readonly PathStep[], leaf: unknown): unknown => {
  if (step === undefined) return leaf;
  const child = put(childOf(value, step), rest, leaf);
  if (typeof step === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    list[step] = child;
    return Array.from(list, (item) => item ?? {});
  }
  const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return Object.fromEntries([...Object.entries(members).filter(([key]) => key !== step), [step, child]]);
};

/** The document with a value at a path; what it lacks on the way is made. */
export const withValue = (document: Readonly<Record<string, unknown>>, path: string, value: unknown) =>
  put(document, stepsOf(path), value) as Record<string, unknown>;

const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const cut = (value: unknown, [step, ...rest]: readonly PathStep[]): unknown => {
  if (step === undefined || typeof value !== 'object' || value === null) return undefined;
  const child = cut(childOf(value, step), rest);
  if (Array.isArray(value)) {
    const list = value.map((item, index) => (index === step ? (child ?? {}) : item));
    return list.slice(0, list.findLastIndex((item) => !isEmpty(item)) + 1);
  }
  const members = Object.entries(value).filter(([key]) => key !== step);
  return Object.fromEntries(isEmpty(child) ? members : [...members, [step, child]]);
};

/** The document without what is at a path, and without what is empty then. */
export const withoutValue = (document: Readonly<Record<string, unknown>>, path: string) =>
  valueAt(document, path) === undefined ? document : (cut(document, stepsOf(path)) as Record<string, unknown>);
