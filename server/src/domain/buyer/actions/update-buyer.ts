import type { z } from 'zod';
import type { ActCall } from '../../../contract/call.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import { type Fault, requireFound } from '../../../kit/errors.ts';
import type { BuyerWithContacts } from '../buyer.ts';
import { changeBuyer, withInfo } from '../change.ts';
import { customerFieldOf } from '../payment/payment.ts';
import { startPush } from '../payment/push.ts';
import type { BuyerChange } from '../schema.ts';
import { lockBuyer } from '../store.ts';
import { viewBuyer } from '../view.ts';
import { withClientFields } from '../write-info.ts';

type Body = z.output<typeof BuyerChange>;

/** At Stripe a buyer's customer is fixed; for buyers of other partners its id is only a note. */
const isCustomer = ({ partner }: BuyerWithContacts): boolean => customerFieldOf(partner) === 'stripeCustomerId';

const fixedFaults = (old: BuyerWithContacts, { stripeCustomerId: given }: Body): Fault[] => {
  if (!isCustomer(old) || !given || given === old.account_id) return [];
  return [{ path: 'stripeCustomerId', code: 'fixed', message: 'cannot be changed: it is the customer of this buyer' }];
};

/** The part of a buyer that the customer at the provider shows. */
const shownThere = ({ name, description, info }: BuyerWithContacts): object => ({
  name,
  description,
  email: info.emailAddress ?? null,
  company: info.companyInfo ?? null,
});

/** Absent fields are kept, null clears. A run updates what the provider shows. Emits buyer.updated. */
export const updateBuyer = async (call: ActCall, { params, body }: { params: { buyerId: string }; body: Body }) => {
  const old = requireFound(await lockBuyer(call.db, params.buyerId), 'buyer');
  call.checkVersion(old.version);
  const written = { ...withClientFields(old, body, fixedFaults(old, body)), name: body.name ?? old.name };
  const isNote = !isCustomer(old) && body.stripeCustomerId !== undefined;
  const changed = isNote ? withInfo(written, { stripeCustomerId: body.stripeCustomerId || null }) : written;
  const before = viewBuyer(call.orgId, old);
  if (isSameDocument(before, viewBuyer(call.orgId, changed))) return before;
  const { row: buyer, view } = await changeBuyer(call, old, changed, 'buyer.updated');
  if (!isSameDocument(shownThere(old), shownThere(buyer))) await startPush(call, buyer);
  return view;
};
