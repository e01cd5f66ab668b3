import type { z } from 'zod';
import type { CustomerRead, PaymentCode } from '../../../adapters/payment/port.ts';
import type { ActCall, AskCall } from '../../../contract/call.ts';
import { cutText } from '../../../kit/cut-text.ts';
import { type Fault, Refusal } from '../../../kit/errors.ts';
import { encodeId } from '../../../kit/ids.ts';
import { openPayments } from '../../organization/connection/actions/open-payments.ts';
import type { BuyerWithContacts } from '../buyer.ts';
import { withInfo } from '../change.ts';
import { customerFieldOf, paymentProviders } from '../payment/payment.ts';
import { startPush } from '../payment/push.ts';
import { insertBuyerPayment } from '../payment/store.ts';
import type { NewBuyer } from '../schema.ts';
import { findBuyer, insertBuyer } from '../store.ts';
import { viewBuyer } from '../view.ts';
import { withClientFields } from '../write-info.ts';
import { applyCustomer } from './apply-customer.ts';
import { withCustomer } from './link-customer.ts';
import { takeTickets } from './take-tickets.ts';

type Body = z.output<typeof NewBuyer>;

/** The customer that the client names; null if it names none. */
export type Asked = { customer: CustomerRead | null; faults: Fault[] };

const namedCustomer = ({ partner, ...body }: Body): { path: string; id: string | null } => {
  const path = paymentProviders[partner].customerField;
  return { path, id: body[path] || null };
};

/** Looks up the customer that the client names. 409 if no account of the provider is connected. */
export const askCustomer = async (call: AskCall, { body }: { body: Body }): Promise<Asked> => {
  const access = await openPayments(call, body.partner);
  const { path, id } = namedCustomer(body);
  if (id === null) return { customer: null, faults: [] };
  const customer = await call.gateway.readCustomer(access, id, call);
  if (customer && !customer.isDeleted) return { customer, faults: [] };
  const message = `names no customer of the connected account of ${body.partner}`;
  return { customer: null, faults: [{ path, code: 'unknown', message }] };
};

const newBuyer = (call: ActCall, partner: PaymentCode, name: string): BuyerWithContacts => ({
  id: call.newId(),
  partner,
  account_id: null,
  external_id: null,
  company_id: null,
  name,
  description: '',
  s3_key_logo: null,
  tags: [],
  info: {},
  contact_ids: [],
  creation_time: call.now,
  last_update_time: call.now,
  version: 1,
});

/** Fills in omitted fields from the customer that the client names. */
const filledIn = (buyer: BuyerWithContacts, customer: CustomerRead | null): BuyerWithContacts => {
  const email = buyer.info.emailAddress ?? customer?.email ?? null;
  return {
    ...withInfo(buyer, { emailAddress: email }),
    description: buyer.description || (customer?.description ?? ''),
  };
};

/**
 * Creates a buyer at a payment provider, with the customer that the client names or one that a run creates. Nothing is
 * created at the provider before the commit. Emits buyer.created, and wallet.created for existing payment methods of
 * the customer.
 */
export const createBuyer = async (call: ActCall, { body, answer }: { body: Body; answer: Asked }) => {
  const { partner } = body;
  const { customer } = answer;
  const name = cutText(body.name || customer?.name || '', 255);
  const nameless: Fault[] = name === '' ? [{ path: 'name', code: 'required', message: 'is required' }] : [];
  const asked = filledIn(
    withClientFields(newBuyer(call, partner, name), body, [...answer.faults, ...nameless]),
    customer,
  );
  const noted =
    customerFieldOf(partner) === 'stripeCustomerId'
      ? asked
      : withInfo(asked, { stripeCustomerId: body.stripeCustomerId || null });
  const ownId = paymentProviders[partner].keepsCustomers ? null : encodeId('buyer', noted.id);
  const externalId = customer?.externalId ?? ownId;
  const buyer = externalId === null ? noted : withCustomer(noted, externalId);
  const { contact_ids: _, ...row } = buyer;
  if (!(await insertBuyer(call.db, row)))
    throw new Refusal('Conflict', 'Another buyer has this customer.', { externalID: externalId });
  await insertBuyerPayment(call.db, buyer.id);
  const view = viewBuyer(call.orgId, buyer);
  call.recordChange({ type: 'buyer', before: null, after: view, version: 1, events: ['buyer.created'] });
  if (customer) {
    const [ticket] = await takeTickets(call, partner, [customer.externalId]);
    if (ticket) await applyCustomer(call, { ...ticket, read: customer });
  }
  await startPush(call, buyer);
  const made = await findBuyer(call.db, buyer.id);
  return made ? viewBuyer(call.orgId, made) : view;
};
