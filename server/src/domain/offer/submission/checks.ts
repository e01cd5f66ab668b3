import { big, type Decimal, decimalFromJson } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import type { JsonNumber } from '../../../kit/json.ts';
import { isOfferable, offerableStatuses, type Product } from '../../product/product.ts';
import type { Offer } from '../offer.ts';
import { decimalOf, fractionDigits, isZero } from './terms.ts';

/** Checks shared by several partners. Each returns all the faults that it finds. */

export const fault = (path: string, code: string, message: string): Fault => ({ path, code, message });

/** The faults whose condition is true. */
export const faultsIf = (...cases: [boolean, string, string, string][]): Fault[] =>
  cases.flatMap(([holds, path, code, message]) => (holds ? [fault(path, code, message)] : []));

export const isHttps = (text: string): boolean => URL.parse(text)?.protocol === 'https:';

/** The longest address (RFC 5321, 4.5.3.1). The pattern is not tried on longer texts: it takes time quadratic in their length. */
const emailCharacters = 320;

export const isEmail = (text: string): boolean =>
  text.length <= emailCharacters && /^[^\s@]{1,64}@[^\s@][^\s@.]*\.[^\s@]+$/.test(text);

export const checkProduct = (offer: Offer, product: Product | undefined): Fault[] => {
  if (!product) return [fault('productID', 'required', 'must name the product that is offered')];
  if (product.partner !== offer.partner)
    return [fault('productID', 'partner', `is a product of ${product.partner}, not of ${offer.partner}`)];
  if (product.entity_id === null || !isOfferable(product)) {
    const needed = offerableStatuses.join(' or ');
    return [fault('productID', 'not_offerable', `is in status ${product.status}; private offers need ${needed}`)];
  }
  return [];
};

/** Checks that the offer can still be accepted and uses no terms that only public offers have. */
export const checkPrivate = ({ info, expire_time: expireTime }: Offer, now: Date): Fault[] =>
  faultsIf(
    [expireTime === null || expireTime <= now, 'expireTime', 'future', 'must be given and lie in the future'],
    [
      info.visibility === 'PUBLIC',
      'info.visibility',
      'public',
      'must be PRIVATE: a public offer comes with the listing',
    ],
  );

/** Rejects terms that only direct billing has; a marketplace would silently ignore them. */
export const checkBilledThere = ({ info, partner }: Offer): Fault[] =>
  faultsIf(
    [
      (info.trialConfig?.trialPeriod ?? 0) !== 0,
      'info.trialConfig',
      'unsupported',
      `private offers of ${partner} have no trial`,
    ],
    [
      (info.gracePeriodInDays ?? 0) > 0,
      'info.gracePeriodInDays',
      'unsupported',
      `${partner} bills its buyers itself, without a period of grace`,
    ],
    [
      (info.billableDimensions ?? []).length > 0,
      'info.billableDimensions',
      'unsupported',
      `are for direct billing; ${partner} prices usage by dimensions`,
    ],
  );

/** Rejects a discount on an offer that states its own prices, which would be offered without it. */
export const checkNoDiscount = ({ info }: Offer): Fault[] =>
  faultsIf([
    !isZero(info.discountPercentage),
    'info.discountPercentage',
    'unsupported',
    'must be left out: the offer has its own prices',
  ]);

/** Checks a price: present, not negative, with few enough decimals. */
export const checkAmount = (path: string, value: JsonNumber | undefined, decimals: number): Fault[] =>
  value === undefined
    ? [fault(path, 'required', 'must be given')]
    : faultsIf(
        [big(decimalOf(value)).lt(0), path, 'negative', 'must not be negative'],
        [fractionDigits(value) > decimals, path, 'decimals', `must have at most ${decimals} decimals`],
      );

/** Checks a percentage. */
export const checkPercentage = (path: string, value: JsonNumber | undefined, decimals = 2): Fault[] =>
  value === undefined
    ? []
    : faultsIf(
        [big(decimalOf(value)).lt(0) || big(decimalOf(value)).gt(100), path, 'percentage', 'must be from 0 to 100'],
        [fractionDigits(value) > decimals, path, 'decimals', `must have at most ${decimals} decimals`],
      );

/** A member of a client document as text; empty if it is not text. */
export const textOf = (document: Readonly<Record<string, unknown>> | undefined, name: string): string => {
  const value = document?.[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** A member of a client document as an exact number; undefined if it is not a number. */
export const numberOf = (
  document: Readonly<Record<string, unknown>> | undefined,
  name: string,
): Decimal | undefined => {
  const value = document?.[name];
  const isNumber = typeof value === 'number' || JSON.isRawJSON(value);
  return isNumber ? (decimalFromJson(value as JsonNumber) ?? undefined) : undefined;
};

/** The objects in a list member of a client document. */
export const listOf = (
  document: Readonly<Record<string, unknown>> | undefined,
  name: string,
): Readonly<Record<string, unknown>>[] => {
  const value = document?.[name];
  const isObject = (item: unknown) => typeof item === 'object' && item !== null && !Array.isArray(item);
  return Array.isArray(value) ? value.filter(isObject) : [];
};

/** A nested document of a client document; undefined if there is none. */
export const childOf = (document: unknown, name: string): Readonly<Record<string, unknown>> | undefined => {
  const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null;
  const value = isObject(document) ? document[name] : undefined;
  return isObject(value) ? value : undefined;
};
