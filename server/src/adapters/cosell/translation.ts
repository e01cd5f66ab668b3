import { big, type Decimal, decimalFromJson, decimalToJson } from '../../kit/decimal.ts';
import { isRawNumber } from '../../kit/json.ts';
import { isDay, putAt, textAt, valueAt } from './document.ts';
import type {
  BuyerCompany,
  ClearableMember,
  CoSellRules,
  ReferralDocument,
  ReferralStage,
  UnifiedReferral,
} from './port.ts';

/**
 * One member of the unified referral in a partner's document. After `write`, `read` returns what was written; reading
 * never throws, and states nothing of what it does not understand.
 */
export type Lens<T> = {
  read(document: ReferralDocument): T | undefined;
  write(document: ReferralDocument, value: T): ReferralDocument;
};

/** The same of a member that a deal can be without: `clear` takes it out of where it was read. */
export type ClearableLens<T> = Lens<T> & { clear(document: ReferralDocument): ReferralDocument };

/** Where a partner's document says each member. */
export type Lenses = {
  name: Lens<string>;
  company: { readonly [K in keyof BuyerCompany]-?: Lens<string> };
  stage: Lens<ReferralStage>;
  dealValue: ClearableLens<Decimal>;
  currency: ClearableLens<string>;
  targetCloseDate: ClearableLens<string>;
  crmRecordId: Lens<string>;
};

/** A member that the partner's document has no place for: it is never stated, and writing it changes nothing. */
export const unstated: Lens<string> = { read: () => undefined, write: (document) => document };

export const textLens = (path: string): ClearableLens<string> => ({
  read: (document) => textAt(document, path),
  write: (document, text) => putAt(document, path, text),
  clear: (document) => putAt(document, path, undefined),
});

export const dayLens = (path: string): ClearableLens<string> => ({
  read: (document) => {
    const text = textAt(document, path);
    return text !== undefined && isDay(text) ? text : undefined;
  },
  write: (document, day) => putAt(document, path, day),
  clear: (document) => putAt(document, path, undefined),
});

const plainDecimal = /^-?\d{1,18}(\.\d{1,9})?$/;

/** An exact decimal that the partner writes as a number, or as a text. Written as a number, digit for digit. */
export const numberLens = (path: string): ClearableLens<Decimal> => ({
  read: (document) => {
    const value = valueAt(document, path);
    if (typeof value === 'string') return plainDecimal.test(value) ? big(value).toFixed() : undefined;
    if (typeof value !== 'number' && !isRawNumber(value)) return undefined;
    return decimalFromJson(value) ?? undefined;
  },
  write: (document, amount) => putAt(document, path, decimalToJson(amount)),
  clear: (document) => putAt(document, path, undefined),
});

const stated = <T extends object>(members: T): Partial<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Leaves a document untouched that says it already: what was read can be written back, and nothing changes. */
const writeTo = <T>(document: ReferralDocument, lens: Lens<T>, value: T | undefined): ReferralDocument =>
  value === undefined || lens.read(document) === value ? document : lens.write(document, value);

/** `unify`, `write` and `clear` of a partner, from where its document says each member. */
export const translation = ({ company, ...lenses }: Lenses): Pick<CoSellRules, 'unify' | 'write' | 'clear'> => ({
  unify: (document) => {
    const buyer = stated({
      name: company.name.read(document),
      website: company.website.read(document),
      country: company.country.read(document),
      industry: company.industry.read(document),
    });
    return stated({
      name: lenses.name.read(document),
      buyerCompany: Object.keys(buyer).length > 0 ? buyer : undefined,
      stage: lenses.stage.read(document),
      dealValue: lenses.dealValue.read(document),
      currency: lenses.currency.read(document),
      targetCloseDate: lenses.targetCloseDate.read(document),
      crmRecordId: lenses.crmRecordId.read(document),
    }) as UnifiedReferral;
  },
  write: (document, { buyerCompany: buyer = {}, ...change }) => {
    const amount = change.dealValue === undefined ? undefined : big(change.dealValue).toFixed();
    let changed = writeTo(document, lenses.name, change.name);
    changed = writeTo(changed, company.name, buyer.name);
    changed = writeTo(changed, company.website, buyer.website);
    changed = writeTo(changed, company.country, buyer.country);
    changed = writeTo(changed, company.industry, buyer.industry);
    changed = writeTo(changed, lenses.stage, change.stage);
    changed = writeTo(changed, lenses.dealValue, amount);
    changed = writeTo(changed, lenses.currency, change.currency);
    changed = writeTo(changed, lenses.targetCloseDate, change.targetCloseDate);
    return writeTo(changed, lenses.crmRecordId, change.crmRecordId);
  },
  clear: (document, members: readonly ClearableMember[]) =>
    members.reduce((cleared, member) => lenses[member].clear(cleared), document),
});
