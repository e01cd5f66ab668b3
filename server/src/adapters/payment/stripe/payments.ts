import type Stripe from 'stripe';
import { isPartnerError, type PartnerError } from '../../partner-error.ts';
import { toMinorUnits } from '../minor-units.ts';
import type { ChargeRead, CustomerRead, MethodRead, Payments } from '../port.ts';
import {
  CustomerAnswer,
  DisputeList,
  type EventAnswer,
  EventList,
  IdAnswer,
  MethodAnswer,
  MethodList,
  PaymentIntentAnswer,
  RefundAnswer,
  SetupIntentList,
} from './answers.ts';
import { createStripeClients, type StripeOptions, send } from './client.ts';
import { prettifyStripeError } from './errors.ts';
import {
  customerEventTypes,
  customerOf,
  disputedOf,
  disputeEventTypes,
  refundEventTypes,
  refundOf,
  stripeMessages,
} from './messages.ts';
import { buyerIdKey, customerParams, readDisputes, readMethod, readRefund, refundIdOf } from './translate.ts';

const pageSize = 100;
/** Limits: payment methods read of one customer, and events of one listing. */
const pagesMax = { methods: 10, events: 100 };

type EventType = (typeof customerEventTypes | typeof disputeEventTypes | typeof refundEventTypes)[number];

const isMissing = (error: unknown): error is PartnerError =>
  isPartnerError(error) && error.outcome === 'REFUSED' && error.httpStatus === 404;

/** Reads lists page by page; what follows the last page is left for later listings. */
const readPages = async <T extends { id: string }>(
  max: number,
  ask: (page: { limit: number; starting_after?: string }) => Promise<{ data: T[]; has_more: boolean }>,
): Promise<T[]> => {
  const found: T[] = [];
  for (let count = 0; count < max; count += 1) {
    const last = found.at(-1);
    const page = await ask({ limit: pageSize, ...(last ? { starting_after: last.id } : {}) });
    for (const one of page.data) found.push(one);
    if (!page.has_more || page.data.length === 0) break;
  }
  return found;
};

/** Methods that the buyer must still verify are not the customer's yet: only their set-up names them. */
const readMethods = async (client: Stripe, customer: string): Promise<MethodRead[]> => {
  // First, so that a method verified between the two reads is found by the second.
  const setups = await send('setupIntents.list', SetupIntentList, () =>
    client.setupIntents.list({ customer, limit: pageSize, expand: ['data.payment_method'] }),
  );
  const attached = await readPages(pagesMax.methods, (page) =>
    send('customers.listPaymentMethods', MethodList, () => client.customers.listPaymentMethods(customer, page)),
  );
  const waiting = setups.data.flatMap(({ id, status, payment_method: method }) => {
    const read = MethodAnswer.safeParse(method).data;
    const isHeld = read === undefined || attached.some((one) => one.id === read.id);
    return status !== 'requires_action' || isHeld ? [] : [readMethod(read, id)];
  });
  const methods = [...attached.map((method) => readMethod(method, null)), ...waiting];
  return methods.filter((method) => method !== null);
};

const readCustomer = async (client: Stripe, externalId: string): Promise<CustomerRead | null> => {
  try {
    const customer = await send('customers.retrieve', CustomerAnswer, () => client.customers.retrieve(externalId));
    const gone = { externalId, isDeleted: true, name: null, description: null, email: null, buyerId: null };
    if (customer.deleted) return { ...gone, defaultMethodId: null, methods: [], document: { id: externalId } };
    const { id, name = null, description = null, email = null, phone = null, address, metadata } = customer;
    return {
      externalId: id,
      isDeleted: false,
      name,
      description,
      email,
      defaultMethodId: customer.invoice_settings?.default_payment_method ?? null,
      buyerId: metadata?.[buyerIdKey] ?? null,
      methods: await readMethods(client, id),
      document: Object.fromEntries(
        Object.entries({ id, name, description, email, phone, address, metadata }).filter(([, value]) => value != null),
      ),
    };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

/** The events of some types since a time, newest first. */
const listEvents = (client: Stripe, since: Date, types: readonly EventType[]): Promise<EventAnswer[]> => {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  return readPages(pagesMax.events, (page) =>
    send('events.list', EventList, () => client.events.list({ ...page, created, types: [...types] })),
  );
};

/** Whether an event shows a refund that failed. */
const hasFailed = ({ data }: EventAnswer): boolean => {
  const refund = RefundAnswer.safeParse(data.object).data;
  return refund !== undefined && readRefund(refund).state === 'FAILED';
};

/** https://docs.stripe.com/api/payment_intents/object#payment_intent_object-status: no money has moved or will move. */
const unpaid: ReadonlySet<string> = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'canceled',
]);

/**
 * A status that Stripe has added since may mean that it is paid: it is queried again, and the charge is never repeated.
 */
const chargeOf = (intent: { id: string; status: string }): ChargeRead => {
  if (intent.status === 'succeeded') return { state: 'SUCCEEDED', chargeId: intent.id };
  if (!unpaid.has(intent.status)) return { state: 'PENDING', chargeId: intent.id };
  const message = `The payment is ${intent.status}.`;
  return { state: 'FAILED', chargeId: intent.id, code: intent.status, message };
};

/** Stripe, by its official client. Our keys are its idempotency keys. */
export const createStripePayments = (options: StripeOptions = {}): Payments => {
  const { of } = createStripeClients(options);
  return {
    code: 'STRIPE',
    prettifyError: prettifyStripeError,
    messages: stripeMessages,
    readCustomer: async (access, externalId) => readCustomer(await of(access), externalId),
    createCustomer: async (access, fields, idempotencyKey) => {
      const client = await of(access);
      const made = await send('customers.create', IdAnswer, () =>
        client.customers.create(customerParams(fields), { idempotencyKey }),
      );
      return made.id;
    },
    updateCustomer: async (access, externalId, fields, idempotencyKey) => {
      const client = await of(access);
      const settings = { invoice_settings: { default_payment_method: fields.defaultMethodId ?? '' } };
      await send('customers.update', IdAnswer, () =>
        client.customers.update(externalId, { ...customerParams(fields), ...settings }, { idempotencyKey }),
      );
    },
    listChangedCustomers: async (access, since) => {
      const events = await listEvents(await of(access), since, customerEventTypes);
      return [...new Set(events.map(customerOf).filter((id) => id !== null))];
    },
    detachMethod: async (access, { customerId, methodId }, idempotencyKey) => {
      const client = await of(access);
      try {
        await send('paymentMethods.detach', IdAnswer, () =>
          client.paymentMethods.detach(methodId, {}, { idempotencyKey }),
        );
      } catch (error) {
        if (isMissing(error)) return;
        // Also refused if it is already detached.
        const isRefused = isPartnerError(error) && error.outcome === 'REFUSED' && !error.retryable;
        if (!isRefused || error.httpStatus !== 400) throw error;
        const customer = await readCustomer(client, customerId);
        if (customer?.methods.some(({ externalId, isVerified }) => externalId === methodId && isVerified)) throw error;
      }
    },
    charge: async (access, { customerId, methodId, amount, currency, reference }, idempotencyKey) => {
      const client = await of(access);
      const params = {
        amount: toMinorUnits('STRIPE', amount, currency),
        currency: currency.toLowerCase(),
        customer: customerId,
        payment_method: methodId,
        confirm: true,
        off_session: true,
        // There is no customer to redirect.
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' as const },
        description: reference,
        metadata: { reference },
      };
      try {
        return chargeOf(
          await send('paymentIntents.create', PaymentIntentAnswer, () =>
            client.paymentIntents.create(params, { idempotencyKey }),
          ),
        );
      } catch (error) {
        if (!isPartnerError(error) || error.httpStatus !== 402) throw error;
        const intent = (error.cause as { payment_intent?: { id?: unknown } } | undefined)?.payment_intent?.id;
        const chargeId = typeof intent === 'string' ? intent : null;
        return { state: 'FAILED', chargeId, code: error.partnerCode, message: error.message };
      }
    },
    readCharge: async (access, chargeId) => {
      const client = await of(access);
      const intent = await send('paymentIntents.retrieve', PaymentIntentAnswer, () =>
        client.paymentIntents.retrieve(chargeId),
      );
      const read = chargeOf(intent);
      const said = intent.last_payment_error;
      if (read.state !== 'FAILED' || !said) return read;
      return { ...read, code: said.decline_code ?? said.code ?? read.code, message: said.message ?? read.message };
    },
    readDisputes: async (access, chargeId) => {
      const client = await of(access);
      const disputes = await readPages(pagesMax.methods, (page) =>
        send('disputes.list', DisputeList, () => client.disputes.list({ ...page, payment_intent: chargeId })),
      );
      return readDisputes(disputes);
    },
    listDisputed: async (access, since) => {
      const events = await listEvents(await of(access), since, disputeEventTypes);
      return [...new Set(events.map(disputedOf).filter((id) => id !== null))];
    },
    refund: async (access, { chargeId, amount, currency, reference }, idempotencyKey) => {
      const client = await of(access);
      const params = {
        payment_intent: chargeId,
        amount: toMinorUnits('STRIPE', amount, currency),
        metadata: { reference },
      };
      return refundIdOf(
        await send('refunds.create', RefundAnswer, () => client.refunds.create(params, { idempotencyKey })),
      );
    },
    readRefund: async (access, refundId) => {
      const client = await of(access);
      return readRefund(await send('refunds.retrieve', RefundAnswer, () => client.refunds.retrieve(refundId)));
    },
    listFailedRefunds: async (access, since) => {
      const events = await listEvents(await of(access), since, refundEventTypes);
      const refs = events
        .filter(hasFailed)
        .map(refundOf)
        .filter((ref) => ref !== null);
      return [...new Map(refs.map((ref) => [ref.refundId, ref])).values()];
    },
  };
};
