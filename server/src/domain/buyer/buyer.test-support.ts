import type { World } from '../../../test/factories/commerce.ts';
import type { CustomerRead, MethodRead } from '../../adapters/payment/port.ts';
import { decodeId } from '../../kit/ids.ts';
import { applyCustomer } from './actions/apply-customer.ts';
import { createBuyer } from './actions/create-buyer.ts';
import { takeTickets } from './actions/take-tickets.ts';
import { NewBuyer } from './schema.ts';

/** The UUID of a public id. */
export const uuidOf = (prefix: 'buyer' | 'wallet', id: string): string => decodeId(prefix, id) ?? '';

export const aCustomer = (fields: Partial<CustomerRead> = {}): CustomerRead => ({
  externalId: 'cus_1',
  isDeleted: false,
  name: 'Initech',
  description: null,
  email: 'pay@initech.example',
  defaultMethodId: null,
  buyerId: null,
  methods: [],
  document: { id: 'cus_1', name: 'Initech' },
  ...fields,
});

export const aMethod = (externalId: string, fields: Partial<MethodRead> = {}): MethodRead => ({
  externalId,
  type: 'card',
  name: 'Visa •••• 4242',
  isVerified: true,
  setupIntentId: null,
  document: { id: externalId, object: 'payment_method' },
  ...fields,
});

export const makeBuyer = (world: World, body: object = {}, customer: CustomerRead | null = null) =>
  world.act((call) =>
    createBuyer(call, {
      body: NewBuyer.parse({ partner: 'STRIPE', name: 'Initech', ...body }),
      answer: { customer, faults: [] },
    }),
  );

/** A buyer whose Stripe customer is known and has these payment methods. */
export const aLinkedBuyer = (world: World, fields: Partial<CustomerRead> = {}, body: object = {}) =>
  makeBuyer(world, body, aCustomer(fields));

/** A read of a customer that begins now and is applied later, by `applied`. */
export const beginRead = async (world: World, externalId = 'cus_1') => {
  const [ticket] = await world.act((call) => takeTickets(call, 'STRIPE', [externalId]));
  if (!ticket) throw new Error(`nobody has the customer ${externalId}`);
  return (read: CustomerRead | null): Promise<boolean> => world.act((call) => applyCustomer(call, { ...ticket, read }));
};

export const seeCustomer = async (world: World, read: CustomerRead | null, externalId = 'cus_1'): Promise<boolean> =>
  (await beginRead(world, externalId))(read);

/** Marks pending pushes as done. */
export const pushed = (world: World): Promise<unknown> =>
  world.act((call) =>
    call.db
      .updateTable('buyer_payment')
      .set((update) => ({ push_done: update.ref('buyer_payment.push_wanted') }))
      .execute(),
  );
