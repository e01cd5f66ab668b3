import { z } from 'zod';
import {
  type ControlCall,
  type ControlResult,
  type ControlRoutes,
  controlError,
  readControlBody,
} from '../../kit/control.ts';
import { unscheduleDue } from '../../kit/due.ts';
import { change } from '../../kit/simulation.ts';
import { cancelAtOnce, cancelAtTermEnd, revertCancellation } from '../buyer/cancel-order.ts';
import { dropPlanChange, requestPlanChange } from '../buyer/change-plan.ts';
import { endTerm } from '../buyer/end-term.ts';
import { placeOrder } from '../buyer/place-order.ts';
import { termsOfPlan } from '../buyer/terms.ts';
import { entitlementView } from '../procurement/views.ts';
import { publishEntitlement } from '../pubsub/events.ts';
import {
  type Entitlement,
  type GcpChange,
  type GcpReader,
  type GcpTables,
  type Json,
  nextUpdate,
  type StandardOffer,
} from '../state.ts';
import { findRow } from './find.ts';

const months = z.coerce.number().int().min(1).optional();
const billingAccount = z.string().regex(/^[0-9A-F]{6}-[0-9A-F]{6}-[0-9A-F]{6}$/, 'must be like 012345-567890-ABCDEF');
const orderBody = z.looseObject({
  service: z.string(),
  plan: z.string(),
  termMonths: months,
  billingAccount,
  autoRenew: z.union([z.boolean(), z.stringbool()]).default(true),
  userIdentity: z.string().min(1).optional(),
});
const effective = z.enum(['IMMEDIATE', 'TERM_END']);
const planBody = z.looseObject({ plan: z.string(), termMonths: months, effective: effective.default('IMMEDIATE') });
const cancelBody = z.looseObject({ effective: effective.default('TERM_END') });

/** Orders: a customer's actions on them, and what happens to them without one. */
export const orderRoutes: ControlRoutes<GcpTables> = {
  'GET /order': ({ simulation }) => ({
    value: { orders: simulation.store.list('entitlements').map((row) => view(simulation.store, row)) },
  }),

  'GET /order/:id': ({ simulation, params }) => ({
    value: view(simulation.store, findRow(simulation.store, 'entitlements', params.id)),
  }),

  'POST /order': ({ simulation, body }) => {
    const wanted = readControlBody(orderBody, body);
    return change(simulation, (transaction) => {
      const service = findRow(transaction, 'services', wanted.service);
      const terms = termsOfPlan(findPlan(transaction, service.id, wanted.plan, wanted.termMonths));
      return { value: view(transaction, placeOrder(transaction, { ...wanted, service, terms })), created: true };
    });
  },

  'POST /order/:id/change-plan': (call) => {
    const wanted = readControlBody(planBody, call.body);
    return act(call, (transaction, order) => {
      const terms = termsOfPlan(findPlan(transaction, order.serviceId, wanted.plan, wanted.termMonths));
      const startsAt = wanted.effective === 'TERM_END' ? order.termEndAt : null;
      return requestPlanChange(transaction, order, { ...terms, startsAt });
    });
  },
  'POST /order/:id/cancel-plan-change': (call) => act(call, dropPlanChange),

  'POST /order/:id/cancel': (call) => {
    const wanted = readControlBody(cancelBody, call.body);
    return act(call, wanted.effective === 'IMMEDIATE' ? cancelAtOnce : cancelAtTermEnd);
  },
  'POST /order/:id/revert-cancellation': (call) => act(call, revertCancellation),

  'POST /order/:id/renew': (call) =>
    act(call, (transaction, order) => {
      if (order.terms.renewalsLeft < 1) throw controlError(409, 'the order cannot be renewed');
      return finishTerm(transaction, { ...order, autoRenew: true });
    }),
  'POST /order/:id/end-term': (call) => act(call, finishTerm),

  'POST /order/:id/auto-renew': (call) => {
    const { autoRenew } = readControlBody(
      z.looseObject({ autoRenew: z.union([z.boolean(), z.stringbool()]) }),
      call.body,
    );
    return act(call, (transaction, order) => put(transaction, { ...order, autoRenew }));
  },

  'POST /order/:id/suspend': (call) =>
    act(call, (transaction, order) => move(transaction, order, ['ENTITLEMENT_ACTIVE'], 'ENTITLEMENT_SUSPENDED')),
  'POST /order/:id/reinstate': (call) =>
    act(call, (transaction, order) => move(transaction, order, ['ENTITLEMENT_SUSPENDED'], 'ENTITLEMENT_ACTIVE')),

  'POST /order/:id/delete': (call) =>
    act(call, (transaction, order) => {
      if (order.state !== 'ENTITLEMENT_CANCELLED') throw controlError(409, `the order is ${order.state}`);
      publishEntitlement(transaction, order, 'ENTITLEMENT_DELETED', `DELETE_ENTITLEMENT-${transaction.ids.uuid()}`);
      transaction.remove('entitlements', order.id);
      return order;
    }),
};

const act = (
  { simulation, params }: ControlCall<GcpTables>,
  run: (transaction: GcpChange, order: Entitlement) => Entitlement,
): ControlResult =>
  change(simulation, (transaction) => {
    const order = findRow(transaction, 'entitlements', params.id);
    return { value: view(transaction, run(transaction, order)) };
  });

/** Ends the term now. */
const finishTerm = (transaction: GcpChange, order: Entitlement): Entitlement => {
  if (order.termEndAt === null) throw controlError(409, 'the order has no term');
  unscheduleDue(transaction, order.id, ['term-end']);
  transaction.put('entitlements', { ...order, termEndAt: transaction.at });
  endTerm(transaction, { id: '', kind: 'term-end', at: transaction.at, refId: order.id, detail: {} });
  return findRow(transaction, 'entitlements', order.id);
};

const move = (
  transaction: GcpChange,
  order: Entitlement,
  from: Entitlement['state'][],
  state: Entitlement['state'],
): Entitlement => {
  if (!from.includes(order.state)) throw controlError(409, `the order is ${order.state}`);
  return put(transaction, { ...order, state });
};

const put = (transaction: GcpChange, order: Entitlement): Entitlement => {
  const changed = { ...order, updatedAt: nextUpdate(transaction, order) };
  transaction.put('entitlements', changed);
  return changed;
};

/** The standard offer of a plan and term; without a term, that of the plan's shortest. */
const findPlan = (reader: GcpReader, serviceId: string, plan: string, term: number | undefined): StandardOffer => {
  const [offer] = reader
    .list('standardOffers')
    .filter((row) => row.serviceId === serviceId && row.serviceLevel === plan)
    .filter((row) => term === undefined || row.termMonths === term)
    .sort((a, b) => (a.termMonths ?? 0) - (b.termMonths ?? 0));
  if (!offer) throw controlError(404, `there is no plan ${plan} of ${serviceId} with that term`);
  return offer;
};

const view = (reader: GcpReader, order: Entitlement): Json => ({
  id: order.id,
  accountId: order.sellerId,
  buyerAccountId: order.accountId,
  billingAccount: order.billingAccount,
  autoRenew: order.autoRenew,
  entitlement: entitlementView(reader, order),
});
