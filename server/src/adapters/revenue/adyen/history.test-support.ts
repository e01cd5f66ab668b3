import fc from 'fast-check';
import type { Bench } from '../../../../../simulators/adyen/adyen.test-support.ts';
import { disputeCodes } from '../../../../../simulators/adyen/settlement/dispute.ts';
import { openSeller } from '../../../../../simulators/adyen/settlement/reports.test-support.ts';

/** What may happen to a merchant. */
export const stepOf = fc.record({
  act: fc.constantFrom(
    'pay',
    'pay',
    'refund',
    'dispute',
    'dispute',
    'dispute',
    'wait',
    'release',
    'close',
    'restate',
    'read',
  ),
  amount: fc.integer({ min: 1, max: 90_000 }),
  pick: fc.nat(20),
});

type Step = typeof stepOf extends fc.Arbitrary<infer S> ? S : never;
export type Paid = { psp: string; currency: string };

/** What the simulator refuses does not happen. Adds to `paid` what was paid. */
export const take = async (
  bench: Bench,
  { act, amount, pick }: Step,
  { paid, read }: { paid: Paid[]; read: () => Promise<unknown> },
): Promise<void> => {
  const { account, control } = bench;
  const seller = openSeller(bench);
  const tried = (call: Promise<unknown>): Promise<unknown> => call.catch(() => undefined);
  const one = paid[pick % Math.max(paid.length, 1)] ?? { psp: 'none', currency: 'EUR' };
  if (act === 'pay') {
    const currency = ['EUR', 'USD', 'JPY', 'KWD'][pick % 4] ?? 'EUR';
    paid.push({ psp: await seller.pay(amount, { currency }), currency });
  } else if (act === 'refund') await seller.refund(one.psp, amount, one.currency);
  else if (act === 'dispute') {
    const eventCode = disputeCodes[amount % disputeCodes.length];
    const part = pick % 3 === 0 ? {} : { value: 1 + (amount % 900) };
    await tried(control('POST', `/payment/${one.psp}/dispute`, { eventCode, ...part }));
  } else if (act === 'wait') await bench.clock.advance((amount % 72) * 3_600_000);
  else if (act === 'release') await tried(control('POST', `/account/${account.id}/deposit/release`));
  else if (act === 'read') await read();
  else if (act === 'restate') await tried(control('POST', `/account/${account.id}/batch/${1 + (pick % 3)}/publish`));
  else await control('POST', `/account/${account.id}/batch`);
};

/** A movement of the account as the simulator keeps it. */
export type Movement = {
  type: string;
  batch: number | null;
  pspReference: string;
  net: { currency: string; value: number };
  costs: { commission: number; markup: number; schemeFees: number; interchange: number };
};
