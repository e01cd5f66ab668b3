import type { ActCall } from '../../../contract/call.ts';
import { big, type Decimal } from '../../../kit/decimal.ts';
import type { Commission, CommissionEntry } from './commission.ts';
import { type CommissionAct, commissionIs } from './states.ts';
import { insertEntry } from './store.ts';

type Balance = Pick<Commission, 'status' | 'amount'>;

const owedOf = ({ status, amount }: Balance): Decimal => (commissionIs.owed(status) ? amount : '0');
const paidOf = ({ status, amount }: Balance): Decimal => (commissionIs.paid(status) ? amount : '0');

const differenceOf = (after: Decimal, before: Decimal) => big(after).minus(before);

/** What an entry of an act is called; `accept terms` makes more or less of the amount. */
const typeOf: Readonly<
  Partial<Record<CommissionAct, readonly [more: CommissionEntry['type'], less: CommissionEntry['type']]>>
> = {
  confirm: ['CONFIRMED', 'CONFIRMED'],
  'accept terms': ['INCREASED', 'REDUCED'],
  pay: ['PAID', 'PAID'],
  'claw back': ['CLAWED_BACK', 'CLAWED_BACK'],
  void: ['VOIDED', 'VOIDED'],
};

/** Adds what an act has changed of what is owed and has been paid, if it has. */
export const postEntry = async (
  call: ActCall,
  act: CommissionAct,
  before: Balance,
  after: Commission,
): Promise<void> => {
  const owed = differenceOf(owedOf(after), owedOf(before));
  const paid = differenceOf(paidOf(after), paidOf(before));
  if (owed.eq(0) && paid.eq(0)) return;
  const types = typeOf[act];
  if (!types) throw new Error(`${act} changes what is owed, and has no entry`);
  await insertEntry(call.db, {
    id: call.newId(),
    commission_id: after.id,
    relationship_id: after.relationship_id,
    side: after.side,
    type: owed.lt(0) ? types[1] : types[0],
    time: call.now,
    invoice_number: after.invoice_number,
    currency: after.currency,
    amount: (owed.eq(0) ? paid : owed).abs().toFixed(),
    owed: owed.toFixed(),
    paid: paid.toFixed(),
  });
};
