import fc from 'fast-check';
import { type BillView, sell, upfront } from '../../../../../simulators/aws/feeds/feed-bench.test-support.ts';
import { Big } from '../../../kit/decimal.ts';
import type { openReader } from './feed-bench.test-support.ts';

/** What may happen to a seller. */
export const stepOf = fc.oneof(
  fc.record({ kind: fc.constant('sell' as const), cents: fc.integer({ min: 1, max: 999_999 }) }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 35 }) }),
  fc.record({
    kind: fc.constant('return' as const),
    bill: fc.nat(20),
    percent: fc.integer({ min: 1, max: 100 }),
    memo: fc.constantFrom('REFUND', 'CREDIT'),
    withFee: fc.boolean(),
  }),
  fc.record({ kind: fc.constantFrom('pay' as const, 'never' as const, 'forgive' as const), bill: fc.nat(20) }),
  fc.record({ kind: fc.constantFrom('restate' as const, 'hold' as const, 'delete' as const), bill: fc.nat(20) }),
  fc.record({ kind: fc.constantFrom('fail-payout' as const, 'payout' as const, 'adjust' as const) }),
  fc.record({ kind: fc.constant('repeat' as const) }),
);
export type Step = typeof stepOf extends fc.Arbitrary<infer S> ? S : never;
type Reader = Awaited<ReturnType<typeof openReader>>;
export type Bill = BillView & { originalId: string | null };

export const billsOf = async (reader: Reader): Promise<Bill[]> =>
  (await reader.get<{ bills: Bill[] }>('/aws/bill')).bills;

export const onBill = async (reader: Reader, step: Extract<Step, { bill: number }>): Promise<void> => {
  const invoices = (await billsOf(reader)).filter(({ originalId }) => originalId === null);
  const bill = invoices[step.bill % Math.max(invoices.length, 1)];
  if (!bill) return;
  const [at, event] = [`/aws/bill/${bill.invoiceId}`, `/aws/billing-event/${bill.eventIds[0]}`];
  const [path, body] = {
    return: () => {
      const { percent, memo: kind, withFee } = step as Extract<Step, { kind: 'return' }>;
      const amount = new Big(bill.amount).times(percent).div(100).round(2, 3).toFixed();
      return [`${at}/return`, { amount, kind, withFee }] as const;
    },
    pay: () => [`${at}/payment`, { when: 'NOW' }] as const,
    never: () => [`${at}/payment`, { when: 'NEVER' }] as const,
    forgive: () => [`${at}/forgive`, {}] as const,
    restate: () => [`${event}/restate`, { amount: new Big(bill.amount).plus('1.01').toFixed() }] as const,
    hold: () => [`${event}/hold`, { days: 3 }] as const,
    delete: () => [`${event}/restate`, { isDeleted: true }] as const,
  }[step.kind]();
  await reader.post(path, body).catch((error: { status?: number }) => {
    if (error.status !== 409 && error.status !== 400) throw error;
  });
};

/** What the simulator refuses does not happen. `index` distinguishes sales. */
export const take = async (reader: Reader, step: Step, productId: string, index: number): Promise<void> => {
  const { id: accountId } = reader.seller;
  if ('bill' in step) await onBill(reader, step);
  else if (step.kind === 'sell') {
    await sell(reader, productId, [upfront(new Big(step.cents).div(100).toFixed())], String(200_000_000_000 + index));
  } else if (step.kind === 'wait') await reader.wait(`P${step.days}D`);
  else if (step.kind === 'fail-payout') await reader.post('/aws/fault', { name: 'payout-failure', accountId });
  else if (step.kind === 'repeat') await reader.post('/aws/fault', { name: 'feed-repeat', accountId });
  else if (step.kind === 'payout') await reader.post(`/aws/account/${accountId}/payout`);
  else await reader.post(`/aws/account/${accountId}/balance-adjustment`, { amount: '-1.25' });
};
