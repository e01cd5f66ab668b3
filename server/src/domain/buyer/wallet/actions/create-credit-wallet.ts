import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { big, type Decimal, decimalFromJson } from '../../../../kit/decimal.ts';
import { badRequest, type Fault, requireFound } from '../../../../kit/errors.ts';
import type { BuyerWithContacts } from '../../buyer.ts';
import { isCurrency, requirePayments } from '../../payment/payment.ts';
import { lockBuyer } from '../../store.ts';
import { addWallet, scheduleWallet } from '../change.ts';
import type { NewCreditWallet } from '../schema.ts';
import { insertEntry } from '../store.ts';
import type { Wallet } from '../wallet.ts';

type Body = z.output<typeof NewCreditWallet>;
type Terms = { currency: string; amount: Decimal; startTime: Date; expireTime: Date | null };

const fault = (path: string, code: string, message: string): Fault => ({ path, code, message });

const currencyFaults = (currency: string, buyer: BuyerWithContacts): Fault[] => {
  const paysIn = buyer.info.paymentConfig?.currency;
  if (currency === '') return [fault('currency', 'required', 'is required: the buyer has no payment currency')];
  if (!isCurrency(currency)) return [fault('currency', 'currency', 'must be a currency of ISO 4217, such as USD')];
  if (typeof paysIn !== 'string' || paysIn === currency) return [];
  return [fault('currency', 'currency', `must be ${paysIn}, which the buyer pays in`)];
};

const readTerms = (call: ActCall, buyer: BuyerWithContacts, body: Body): Terms => {
  const currency = body.currency || String(buyer.info.paymentConfig?.currency ?? '');
  const amount = body.totalAmount === undefined || body.totalAmount === null ? null : decimalFromJson(body.totalAmount);
  const startTime = body.startTime ?? call.now;
  const expireTime = body.expireTime ?? null;
  const faults: Fault[] = [];
  if (body.type && body.type !== 'credit')
    faults.push(fault('type', 'choice', 'must be credit: payment methods come from the provider'));
  faults.push(...currencyFaults(currency, buyer));
  if (amount === null)
    faults.push(
      fault(
        'totalAmount',
        'required',
        'must be the amount of credit, more than 0; currency, name, startTime and expireTime may be given beside it',
      ),
    );
  else if (big(amount).lte(0)) faults.push(fault('totalAmount', 'range', 'must be more than 0'));
  if (expireTime && expireTime <= startTime) faults.push(fault('expireTime', 'order', 'must be later than startTime'));
  else if (expireTime && expireTime <= call.now) faults.push(fault('expireTime', 'past', 'must be in the future'));
  if (faults.length > 0) throw badRequest(faults);
  return { currency, amount: amount ?? '0', startTime, expireTime };
};

/**
 * Grants a buyer credit that pays from `startTime` until before `expireTime`. Clients of the reference send no body;
 * the error tells them what it must contain. Emits wallet.created.
 */
export const createCreditWallet = async (
  call: ActCall,
  { params, body = {} }: { params: { buyerId: string }; body?: Body | undefined },
) => {
  const buyer = requireFound(await lockBuyer(call.db, params.buyerId), 'buyer');
  const partner = requirePayments(buyer);
  const { currency, amount, startTime, expireTime } = readTerms(call, buyer, body);
  const wallet: Wallet = {
    id: call.newId(),
    buyer_id: buyer.id,
    partner,
    type: 'credit',
    status: 'ACTIVE',
    name: body.name ?? '',
    currency,
    external_id: null,
    total_amount: amount,
    used_amount: '0',
    start_time: startTime,
    expire_time: expireTime,
    info: {},
    detached: false,
    creation_time: call.now,
    last_update_time: call.now,
    version: 1,
  };
  const { view } = await addWallet(call, wallet, 'wallet.created');
  await insertEntry(call.db, {
    id: call.newId(),
    wallet_id: wallet.id,
    reason: 'GRANT',
    amount,
    reference: null,
    creation_time: call.now,
  });
  await scheduleWallet(call, wallet);
  return view;
};
