import type { z } from 'zod';
import type { AgreedCommit, AgreedTerms } from '../../adapters/marketplace/port.ts';
import { big, decimalFromJson, decimalToJson } from '../../kit/decimal.ts';
import { durationLength } from '../../kit/duration-length.ts';
import { addMonths } from '../../kit/months.ts';
import type { PaymentInstallment, TrialConfig } from './billing.ts';
import { chargeDayOf } from './charge-day.ts';
import type { CommitDimension } from './dimensions.ts';

/** Terms that a marketplace shows, as members of the reference's documents of offers and entitlements. */

/**
 * When a price is paid in parts. A single charge by the first day of the agreement is a price that is paid at once.
 * `written`: the seller's own installments, which explain more and are kept where they charge the same.
 */
export const shownInstallments = (
  { installments = [] }: AgreedTerms,
  { firstDay, written = [] }: { firstDay: string | null; written?: readonly PaymentInstallment[] | undefined },
): readonly PaymentInstallment[] | undefined => {
  const [first, ...others] = installments;
  if (!first) return undefined;
  if (others.length === 0 && firstDay !== null && first.day <= firstDay && written.length === 0) return undefined;
  const chargeOf = ({ amount, chargeOn, chargeOnStr }: PaymentInstallment) => {
    const day = chargeDayOf({ chargeOn, chargeOnStr });
    return `${day} ${big(decimalFromJson(amount ?? 0) ?? '0').toFixed()}`;
  };
  const known = new Set(written.map(chargeOf));
  if (known.size === installments.length && installments.every(({ day, amount }) => known.has(`${day} ${amount}`)))
    return written;
  return installments.map(({ day, amount }) => ({
    amount: decimalToJson(amount),
    chargeOn: `${day}T00:00:00Z`,
    chargeOnStr: day,
  }));
};

/** How an invoice is paid and which texts were agreed. */
export const shownTexts = ({ netPaymentDays, refundPolicy, eula }: AgreedTerms) => ({
  ...(netPaymentDays === undefined ? {} : { netTermsInDays: netPaymentDays }),
  ...(refundPolicy === undefined ? {} : { refundCancellationPolicy: refundPolicy }),
  ...(eula === undefined
    ? {}
    : { eulaType: eula.type, ...(eula.type === 'CUSTOM' && eula.url !== null ? { eulaUrl: eula.url } : {}) }),
});

export type AgreedTrial = z.output<typeof TrialConfig.reply>;

/** When a term begins to cost anything at a marketplace: after its free trial. Null if it has none. */
export const trialEndOf = (
  start: Date,
  trial: Pick<AgreedTrial, 'trialPeriod' | 'trialPeriodUnit'> | null,
): Date | null => {
  const { trialPeriod = 0, trialPeriodUnit: unit = 'DAY' } = trial ?? {};
  if (trialPeriod <= 0) return null;
  if (unit === 'DAY') return new Date(start.getTime() + trialPeriod * 86_400_000);
  return addMonths(start, trialPeriod * (unit === 'YEAR' ? 12 : 1));
};

const monthsOf = ({ length, timeUnit }: Pick<CommitDimension, 'length' | 'timeUnit'>): number | undefined =>
  length === undefined || timeUnit === 'DAY' ? undefined : length * (timeUnit === 'YEAR' ? 12 : 1);

/**
 * What was bought in advance, with the texts of the same dimensions in `listed`. `isOwn`: these are the terms of the offer
 * itself, whose rates count where a price has none of its own; otherwise they are public prices.
 */
export const shownCommits = (
  commits: readonly AgreedCommit[],
  { listed, isOwn }: { listed: readonly CommitDimension[]; isOwn: boolean },
): CommitDimension[] =>
  commits.map(({ key, quantity, rate, durationIso }) => {
    const same = listed.filter((commit) => commit.key === key);
    const agreed = durationLength(durationIso);
    const described = same.find((commit) => monthsOf(commit) === monthsOf(agreed)) ?? same[0] ?? { key };
    const { rate: written, quantity: listedQuantity, length: _length, timeUnit: _unit, ...texts } = described;
    const isSameLength = agreed.length === undefined ? isOwn : monthsOf(described) === monthsOf(agreed);
    const bought = quantity ?? (isOwn ? listedQuantity : undefined);
    const shown = rate === null ? (isOwn ? written : undefined) : decimalToJson(rate);
    return {
      ...texts,
      ...(isSameLength && described.length !== undefined
        ? { length: described.length, timeUnit: described.timeUnit }
        : agreed),
      ...(bought === undefined ? {} : { quantity: bought }),
      ...(shown === undefined ? {} : { rate: shown }),
    };
  });
