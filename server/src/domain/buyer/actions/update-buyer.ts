import type { z } from 'zod';
import type { ActCall } from '../../../contract/call.ts';
import { isSameDocument } from '../../../contract/reference/same-document.ts';
import { type Fault, notFound } from '../../../kit/errors.ts';
import type { BuyerWithContacts } from '../buyer.ts';
import { saveBuyer, withInfo } from '../change.ts';
import { startPush } from '../payment/push.ts';
import type { BuyerChange } from '../schema.ts';
import { lockBuyer } from '../store.ts';
import { viewBuyer } from '../view.ts';
import { withClientFields } from '../write-info.ts';

type Body = z.output<typeof BuyerChange>;

/** The customer of a STRIPE buyer is fixed; for others its id there is a note. */
const fixedFaults = (old: BuyerWithContacts, { stripeCustomerId: given }: Body): Fault[] => {
  if (old.partner !== 'STRIPE' || !given || given === old.account_id) return [];
  return [{ path: 'stripeCustomerId', code: 'fixed', message: 'cannot be changed: it is the customer of this buyer' }];
};

/** What the customer at the provider shows of a buyer. */
const shownThere = ({ name, description, info }: BuyerWithContacts): object => ({
  name,
  description,
  email: info.emailAddress ?? null,
  company: info.companyInfo ?? null,
});

/** Absent keeps, null clears. What the provider shows is brought there by a run. Emits buyer.updated. */
export const updateBuyer = async (call: ActCall, { params, body }: { params: { buyerId: string }; body: Body }) => {
  const old = await lockBuyer(call.db, params.buyerId);
  if (!old) throw notFound('buyer');
  call.checkVersion(old.version);
  const written = { ...withClientFields(old, body, fixedFaults(old, body)), name: body.name ?? old.name };
  const isNote = old.partner !== 'STRIPE' && body.stripeCustomerId !== undefined;
  const changed = isNote ? withInfo(written, { stripeCustomerId: body.stripeCustomerId || null }) : written;
  const before = viewBuyer(call.orgId, old);
  if (isSameDocument(before, viewBuyer(call.orgId, changed))) {
    call.setVersion(old.version);
    return before;
  }
  const buyer = await saveBuyer(call, old, changed);
  if (!isSameDocument(shownThere(old), shownThere(buyer))) await startPush(call, buyer);
  return viewBuyer(call.orgId, buyer);
};
