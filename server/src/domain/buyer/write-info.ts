import type { z } from 'zod';
import { badRequest, type Fault } from '../../kit/errors.ts';
import type { BuyerWithContacts } from './buyer.ts';
import { withInfo } from './change.ts';
import { isCurrency } from './payment/payment.ts';
import type { BuyerChange } from './schema.ts';

type Body = Pick<
  z.output<typeof BuyerChange>,
  | 'chargebeeCustomerID'
  | 'customerId'
  | 'lagoCustomerId'
  | 'metronomeCustomerId'
  | 'orbCustomerId'
  | 'quickbooksCustomerId'
  | 'companyInfo'
  | 'companyID'
  | 'description'
  | 'emailAddress'
  | 'paymentConfig'
  | 'tags'
>;

const outside = [
  'chargebeeCustomerID',
  'customerId',
  'lagoCustomerId',
  'metronomeCustomerId',
  'orbCustomerId',
  'quickbooksCustomerId',
] as const;

/** The payment currency applies to every invoice and all credit, so it can be set only once. */
const currencyFaults = (old: unknown, { paymentConfig: given }: Body): Fault[] => {
  const path = 'paymentConfig.currency';
  const currency = given === null ? null : given?.currency;
  if (currency === undefined || currency === old) return [];
  if (typeof old === 'string') return [{ path, code: 'fixed', message: `is ${old} and cannot be changed` }];
  if (currency === null || isCurrency(currency)) return [];
  return [{ path, code: 'currency', message: 'must be a currency of ISO 4217, such as USD' }];
};

/**
 * The buyer with the fields that a client sets: absent fields are kept, null and "" clear. Throws 400. `faults`: other
 * faults to report with it.
 */
export const withClientFields = (
  old: BuyerWithContacts,
  body: Body,
  faults: readonly Fault[] = [],
): BuyerWithContacts => {
  const all = [...faults, ...currencyFaults(old.info.paymentConfig?.currency, body)];
  if (all.length > 0) throw badRequest(all);
  const config = old.info.paymentConfig;
  const given = body.paymentConfig;
  const { defaultWalletId: _, ...set } = given ?? {};
  const kept = given === null ? { defaultWalletId: config?.defaultWalletId } : config;
  const paymentConfig = Object.fromEntries(
    Object.entries({ ...kept, ...set }).filter(([, value]) => value !== undefined),
  );
  const members = Object.fromEntries(
    [...outside, 'emailAddress' as const, 'companyInfo' as const].flatMap((name) =>
      body[name] === undefined ? [] : [[name, body[name] || null]],
    ),
  );
  const buyer = withInfo(old, {
    ...members,
    paymentConfig: Object.keys(paymentConfig).length > 0 ? paymentConfig : null,
  });
  return {
    ...buyer,
    description: body.description === undefined ? old.description : (body.description ?? ''),
    company_id: body.companyID === undefined ? old.company_id : body.companyID || null,
    tags: body.tags === undefined ? old.tags : [...new Set(body.tags ?? [])],
  };
};
