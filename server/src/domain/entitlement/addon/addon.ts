import type { z } from 'zod';
import type { BillingAddonRecord } from '../../../contract/reference/billing.ts';
import { isInMinorUnits } from '../../../kit/currency.ts';
import { big, decimalFromJson } from '../../../kit/decimal.ts';
import type { Fault } from '../../../kit/errors.ts';
import type { JsonNumber } from '../../../kit/json.ts';
import { parseTime } from '../../../kit/time.ts';
import type { Entitlement } from '../entitlement.ts';

export type Addon = z.output<typeof BillingAddonRecord.reply>;

/** Maximum number of addons of one entitlement. */
export const addonsMax = 100;

const amountMax = '1000000000000000';

const fault = (path: string, code: string, message: string): Fault => ({ path, code, message });

const decimalOf = (value: JsonNumber | undefined): string | null =>
  value === undefined ? null : decimalFromJson(value);

const amountFaults = (amount: string | null, currency: string | undefined): Fault[] => {
  if (amount === null) return [fault('amount', 'required', 'must be the amount to charge, more than 0')];
  if (big(amount).lte(0) || big(amount).gte(amountMax))
    return [fault('amount', 'range', `must be more than 0 and less than ${amountMax}`)];
  if (isInMinorUnits(amount, currency)) return [];
  return [fault('amount', 'decimals', `must be a whole number of minor units of ${currency ?? 'a currency'}`)];
};

const lengthFaults = (addon: Addon): Fault[] =>
  (
    [
      ['id', 36],
      ['name', 150],
      ['description', 500],
    ] as const
  ).flatMap(([name, max]) =>
    (addon[name]?.length ?? 0) > max ? [fault(name, 'too_long', `must have at most ${max} characters`)] : [],
  );

/** Faults of a new addon of an entitlement. It is charged now or later, and before the entitlement ends. */
export const addonFaults = (
  addon: Addon,
  { info, end_time: end }: Pick<Entitlement, 'info' | 'end_time'>,
  now: Date,
) => {
  const faults = [...lengthFaults(addon), ...amountFaults(decimalOf(addon.amount), info.currency)];
  const chargeOn = addon.chargeOn === undefined ? now : parseTime(addon.chargeOn);
  if (chargeOn && chargeOn < now) faults.push(fault('chargeOn', 'past', 'must not be in the past'));
  if (chargeOn && end && chargeOn >= end)
    faults.push(fault('chargeOn', 'range', `must be before the end of the entitlement, ${end.toISOString()}`));
  return faults;
};

/**
 * The members in which an addon that is sent again differs from the stored one. An absent chargeOn means the stored one, which was the time
 * of the first call.
 */
export const differencesOf = (stored: Addon, again: Addon): string[] =>
  (['amount', 'chargeOn', 'description', 'name'] as const).filter((name) => {
    if (name === 'amount') {
      const amount = decimalOf(again.amount);
      return amount === null || !big(amount).eq(decimalOf(stored.amount) ?? 0);
    }
    if (name !== 'chargeOn') return (again[name] ?? '') !== (stored[name] ?? '');
    return (
      again.chargeOn !== undefined &&
      parseTime(again.chargeOn)?.getTime() !== parseTime(stored.chargeOn ?? '')?.getTime()
    );
  });
