import type { AcceptedTerm } from '@aws-sdk/client-marketplace-agreement';
import { Big, type Decimal } from '../../../../kit/decimal.ts';
import { durationLength } from '../../../../kit/duration-length.ts';
import type { AgreedCommit, AgreedTerms, OfferRead, TrialRead } from '../../port.ts';
import { type AcceptedTerms, agreementTerms } from '../answers.ts';

type TermName = AcceptedTerm extends infer Term ? Exclude<keyof Term, '$unknown'> : never;

/**
 * How each kind of term that AWS publishes (AcceptedTerm of the Agreement Service) is read. READ: into members of the reference.
 * SHOWN: as AWS writes it, since the reference has no member for it. A kind that AWS adds later is shown as well, and named
 * in `unreadTerms`.
 */
export const termUses: Readonly<Record<TermName, 'READ' | 'SHOWN'>> = {
  legalTerm: 'READ',
  supportTerm: 'READ',
  renewalTerm: 'READ',
  usageBasedPricingTerm: 'READ',
  configurableUpfrontPricingTerm: 'READ',
  fixedUpfrontPricingTerm: 'READ',
  paymentScheduleTerm: 'READ',
  netPaymentTerm: 'READ',
  // Its dates are those of the agreement itself.
  validityTerm: 'READ',
  freeTrialPricingTerm: 'SHOWN',
  variablePaymentTerm: 'SHOWN',
  recurringPaymentTerm: 'SHOWN',
  byolPricingTerm: 'SHOWN',
};

/** One term of each kind: the first, if AWS should write several (`unreadTerms`). */
type Accepted = Partial<{ [Name in TermName]: NonNullable<AcceptedTerms[number][Name]> }>;

export const acceptedOf = (terms: AcceptedTerms): Accepted => {
  const accepted: Record<string, unknown> = {};
  for (const term of terms)
    for (const name of Object.keys(termUses) as TermName[]) if (term[name] !== null) accepted[name] ??= term[name];
  return accepted;
};

/** The longest document of a term that an agreement shows. */
const maxShownLength = 100_000;

/** A document with its times as text. One that is too long says so. */
const plain = (value: unknown): unknown => {
  const text = JSON.stringify(value);
  return text.length > maxShownLength ? { isTooLong: true } : JSON.parse(text);
};

/** All terms of a kind, as far as they are kept. */
const termsOf = (terms: AcceptedTerms, kind: string): unknown[] =>
  terms.flatMap(({ $unknown, ...term }) => {
    if ($unknown?.[0] === kind) return [$unknown[1]];
    const read = kind in term ? term[kind as TermName] : null;
    return read === null ? [] : [read];
  });

/**
 * The kinds of terms of which something is not read: those that we do not know, those that cannot be read, all but the first of
 * a kind, prices of usage of which one is missing, and a free trial without a length.
 */
export const unreadTerms = (terms: AcceptedTerms): string[] => {
  const unknown = terms.flatMap(({ $unknown }) => ($unknown === null ? [] : [$unknown[0]]));
  const repeated = Object.keys(termUses).filter((kind) => termsOf(terms, kind).length > 1);
  const usage = acceptedOf(terms).usageBasedPricingTerm?.rateCards.flatMap(({ rateCard }) => rateCard) ?? [];
  const unpriced = usage.some(({ price }) => price === null) ? ['usageBasedPricingTerm'] : [];
  const trial = acceptedOf(terms).freeTrialPricingTerm;
  const endless = trial && durationLength(trial.duration).length === undefined ? ['freeTrialPricingTerm'] : [];
  return [...new Set([...unknown, ...repeated, ...unpriced, ...endless])].sort();
};

/** Accepted terms that the reference has no member for; clients see them in the agreement as AWS wrote them. */
export const shownTerms = (terms: AcceptedTerms): Record<string, unknown> => {
  const accepted = acceptedOf(terms);
  const names = Object.keys(termUses) as TermName[];
  const known = names.filter((name) => termUses[name] === 'SHOWN' && accepted[name] !== undefined);
  const unread = unreadTerms(terms);
  const unreadShown = unread.map((kind): [string, unknown] => {
    const all = termsOf(terms, kind);
    return [kind, plain(all.length === 1 ? all[0] : all)];
  });
  // Documents beside a EULA, such as an addendum, have no member either.
  const documents = accepted.legalTerm?.documents ?? [];
  const isEulaAlone = documents.length <= 1 && documents.every(({ type }) => type !== null && type in eulaTypes);
  return {
    ...Object.fromEntries(known.map((name) => [name, plain(accepted[name])])),
    ...(isEulaAlone ? {} : { legalTerm: plain(accepted.legalTerm) }),
    ...Object.fromEntries(unreadShown),
    ...(unread.length === 0 ? {} : { unreadTerms: unread }),
  };
};

/**
 * The free trial of an agreement. One with other pricing terms begins to cost something after the trial; one without them
 * ends with it, and is bought by another agreement that replaces it.
 */
export const readTrial = (terms: AcceptedTerms): TrialRead | null => {
  const accepted = acceptedOf(terms);
  const trial = accepted.freeTrialPricingTerm;
  if (!trial) return null;
  const { length = null, timeUnit = 'DAY' } = durationLength(trial.duration);
  const isPriced =
    accepted.usageBasedPricingTerm ||
    accepted.configurableUpfrontPricingTerm ||
    accepted.fixedUpfrontPricingTerm ||
    accepted.recurringPaymentTerm ||
    accepted.variablePaymentTerm ||
    // One that cannot be read may be a price.
    terms.some(({ $unknown }) => $unknown !== null);
  return {
    length,
    unit: timeUnit,
    granted: isPriced
      ? null
      : trial.grants.flatMap(({ dimensionKey: key, maxQuantity = null }) =>
          maxQuantity === 0 ? [] : [{ key, quantity: maxQuantity }],
        ),
  };
};

/** SCMP: the Standard Contract for AWS Marketplace. */
const eulaTypes: Readonly<Record<string, 'SCMP' | 'CUSTOM'>> = { StandardEula: 'SCMP', CustomEula: 'CUSTOM' };

/** Days of a period such as P30D. */
const daysOf = (period: string | null): number | undefined => {
  const [, days] = /^P(\d{1,4})D$/.exec(period ?? '') ?? [];
  return days === undefined ? undefined : Number(days);
};

type Charge = { chargeDate: Date | null; chargeAmount: Decimal | null };

/** Undefined if a charge cannot be read: a part of them would be another price. */
const installmentsOf = (schedule: readonly Charge[]): AgreedTerms['installments'] => {
  const installments = schedule.flatMap(({ chargeDate, chargeAmount }) =>
    chargeDate === null || chargeAmount === null
      ? []
      : [{ day: chargeDate.toISOString().slice(0, 10), amount: new Big(chargeAmount).toFixed() }],
  );
  return installments.length === schedule.length ? installments : undefined;
};

/** What was chosen from the prices of an offer, or all that a fixed price grants. */
const commitsOf = ({
  configurableUpfrontPricingTerm: choice,
  fixedUpfrontPricingTerm: fixed,
  paymentScheduleTerm,
}: Accepted) => {
  const commits: AgreedCommit[] = [];
  const { selectorValue = null, dimensions = [] } = choice?.configuration ?? {};
  // A card without a selector is of any duration.
  const card =
    choice?.rateCards.find(({ selector }) => selector?.value === selectorValue) ??
    choice?.rateCards.find(({ selector }) => (selector?.value ?? null) === null);
  for (const { dimensionKey: key, dimensionValue: quantity } of dimensions) {
    const rate = card?.rateCard.find((one) => one.dimensionKey === key)?.price;
    if (quantity === 0) continue;
    commits.push({
      key,
      quantity,
      rate: rate === undefined ? null : new Big(rate).toFixed(),
      durationIso: selectorValue,
    });
  }
  const grants = fixed?.grants ?? [];
  const charges = installmentsOf(paymentScheduleTerm?.schedule ?? []);
  const paid = charges?.reduce((sum, { amount }) => sum.plus(amount), new Big(fixed?.price ?? 0));
  const isKnown = fixed?.price != null || (charges ?? []).length > 0;
  for (const { dimensionKey: key, maxQuantity } of grants) {
    // Without a quantity it is not limited (GrantItem of the Agreement Service: "an unlimited amount of the given dimension").
    const quantity = maxQuantity ?? null;
    // The price is that of all grants together.
    const isOnly = grants.length === 1 && choice === undefined;
    const rate = paid && isKnown && isOnly && quantity !== null ? paid.div(quantity) : null;
    const isExact = paid && rate?.times(quantity ?? 0).eq(paid);
    commits.push({
      key,
      quantity,
      rate: isExact ? (rate?.toFixed() ?? null) : null,
      durationIso: fixed?.duration ?? null,
    });
  }
  return commits;
};

/** What the accepted terms themselves say, whatever their offer shows of them. */
export const readAgreedTerms = (terms: AcceptedTerms): AgreedTerms => {
  const accepted = acceptedOf(terms);
  const { legalTerm, supportTerm, netPaymentTerm, paymentScheduleTerm } = accepted;
  // Who chose nothing has bought nothing of the listing.
  const isChosen = (accepted.configurableUpfrontPricingTerm?.configuration?.dimensions ?? []).length > 0;
  const eula = legalTerm?.documents.find(({ type }) => type !== null && type in eulaTypes);
  const eulaType = eulaTypes[eula?.type ?? ''];
  const commits = commitsOf(accepted);
  const installments = paymentScheduleTerm && installmentsOf(paymentScheduleTerm.schedule);
  const netPaymentDays = daysOf(netPaymentTerm?.paymentDuePeriod ?? null);
  return {
    ...(commits.length === 0 && !isChosen ? {} : { commits }),
    ...(installments ? { installments } : {}),
    ...(netPaymentDays === undefined ? {} : { netPaymentDays }),
    ...(supportTerm?.refundPolicy ? { refundPolicy: supportTerm.refundPolicy } : {}),
    ...(eulaType === undefined ? {} : { eula: { type: eulaType, url: eula?.url ?? null } }),
  };
};

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A term of the Catalog API in the spelling of the Agreement Service; days become times, as the SDK reads them there. */
const respelled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(respelled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      lowerFirst(name),
      name === 'ChargeDate' && typeof member === 'string' ? new Date(member) : respelled(member),
    ]),
  );
};

/**
 * What the terms of an offer say, as `readAgreedTerms`. An offer of a choice names the price of each unit; which ones are
 * bought is in the agreement. Throws if a term cannot be read.
 */
export const readOfferedTerms = (terms: readonly { Type: string }[]): NonNullable<OfferRead['agreed']> => {
  const { acceptedTerms } = agreementTerms.parse({
    acceptedTerms: terms.map((term) => ({ [lowerFirst(term.Type)]: respelled(term) })),
  });
  const choices = acceptedOf(acceptedTerms).configurableUpfrontPricingTerm?.rateCards ?? [];
  const { commits = [], ...others } = readAgreedTerms(acceptedTerms);
  const offered = choices.flatMap(({ selector, constraints, rateCard }) =>
    rateCard.map(
      ({ dimensionKey: key, price }): AgreedCommit => ({
        key,
        quantity: constraints?.quantityConfiguration === 'Allowed' ? null : 1,
        rate: new Big(price).toFixed(),
        durationIso: selector?.value ?? null,
      }),
    ),
  );
  return {
    ...others,
    ...(commits.length + offered.length === 0 ? {} : { commits: [...offered, ...commits] }),
    ...(terms.some(({ Type }) => Type === 'RenewalTerm') ? { autoRenew: true } : {}),
  };
};

/** A currency that a term states, for an agreement without estimated charges. */
export const currencyOf = (terms: AcceptedTerms): string | null => {
  const accepted = acceptedOf(terms);
  const stated = [
    accepted.usageBasedPricingTerm,
    accepted.configurableUpfrontPricingTerm,
    accepted.fixedUpfrontPricingTerm,
    accepted.paymentScheduleTerm,
    accepted.recurringPaymentTerm,
    accepted.variablePaymentTerm,
  ];
  const unread = terms.map(({ $unknown }) => $unknown?.[1].currencyCode);
  const found = [...stated.map((term) => term?.currencyCode), ...unread].find(
    (code) => typeof code === 'string' && code,
  );
  return typeof found === 'string' ? found : null;
};
