import { isSignedUp, scheduleActivation } from '../buyer/activate-order.ts';
import { endOrder } from '../buyer/cancel-order.ts';
import { dropPlanChange, schedulePlanChange } from '../buyer/change-plan.ts';
import { offerName } from '../buyer/terms.ts';
import { invalidFields, notFound, preconditionFailed, refusal } from '../errors.ts';
import { answerPage } from '../paging.ts';
import type { ApiCall, Route } from '../route.ts';
import { type Entitlement, type GcpChange, type GcpReader, type Json, nextUpdate } from '../state.ts';
import { checkProvider } from './accounts.ts';
import { readFilter } from './filter.ts';
import { entitlementView } from './views.ts';

const path = '/procurement/v1/providers/:provider/entitlements';
const one = `${path}/:entitlement`;

const listEntitlements = (call: ApiCall): Json => {
  checkProvider(call);
  const matches = readFilter(call.query.get('filter') ?? '', attributes);
  const rows = call.store
    .list('entitlements')
    .filter((row) => row.sellerId === call.seller.id && matches(attributesOf(call.store, row)));
  const view = (row: Entitlement): Json => entitlementView(call.store, row);
  return answerPage(call, rows, { field: 'entitlements', sizeDefault: 200, sizeMax: 200, view });
};

const updateMessage = (call: ApiCall): Json => {
  const mask = (call.query.get('updateMask') ?? call.query.get('update_mask') ?? 'messageToUser').split(',');
  if (mask.some((field) => field !== 'messageToUser' && field !== 'message_to_user')) {
    throw invalidFields([{ field: 'update_mask', description: 'Only message_to_user can be updated.' }]);
  }
  const waiting: Entitlement['state'][] = [
    'ENTITLEMENT_ACTIVATION_REQUESTED',
    'ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL',
  ];
  changeOf(call, waiting, (transaction, entitlement) => {
    const messageToUser = typeof call.body.messageToUser === 'string' ? call.body.messageToUser : null;
    transaction.put('entitlements', { ...entitlement, messageToUser, updatedAt: nextUpdate(transaction, entitlement) });
  });
  return entitlementView(call.store, find(call));
};

const approve = (call: ApiCall): Json =>
  changeOf(call, ['ENTITLEMENT_ACTIVATION_REQUESTED'], (transaction, entitlement) => {
    if (entitlement.approved || !isSignedUp(transaction, entitlement.accountId)) throw preconditionFailed();
    const properties = { ...entitlement.properties, ...((call.body.properties ?? {}) as Record<string, string>) };
    const updatedAt = nextUpdate(transaction, entitlement);
    const approved: Entitlement = { ...entitlement, approved: true, properties, updatedAt };
    transaction.put('entitlements', approved);
    scheduleActivation(transaction, approved);
  });

const reject = (call: ApiCall): Json =>
  changeOf(call, ['ENTITLEMENT_ACTIVATION_REQUESTED'], (transaction, entitlement) => {
    endOrder(transaction, entitlement, 'unknown', entitlement.purchaseEventId);
  });

const approvePlanChange = (call: ApiCall): Json =>
  changeOf(call, ['ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL'], (transaction, entitlement) => {
    checkPendingPlan(call, entitlement);
    const { pending } = entitlement;
    const approved: Entitlement = {
      ...entitlement,
      state: 'ENTITLEMENT_PENDING_PLAN_CHANGE',
      pending: pending && { ...pending, approved: true },
      messageToUser: null,
      updatedAt: nextUpdate(transaction, entitlement),
    };
    transaction.put('entitlements', approved);
    schedulePlanChange(transaction, approved);
  });

const rejectPlanChange = (call: ApiCall): Json =>
  changeOf(call, ['ENTITLEMENT_PENDING_PLAN_CHANGE_APPROVAL'], (transaction, entitlement) => {
    checkPendingPlan(call, entitlement);
    dropPlanChange(transaction, entitlement);
  });

const suspend = (call: ApiCall): Json => {
  find(call);
  throw refusal('UNIMPLEMENTED', 'Operation is not implemented, or supported, or enabled.');
};

export const entitlementRoutes: Route[] = [
  { name: 'ListEntitlements', method: 'GET', path, run: listEntitlements },
  { name: 'GetEntitlement', method: 'GET', path: one, run: (call) => entitlementView(call.store, find(call)) },
  { name: 'UpdateEntitlement', method: 'PATCH', path: one, run: updateMessage },
  { name: 'ApproveEntitlement', method: 'POST', path: one, verb: 'approve', run: approve },
  { name: 'RejectEntitlement', method: 'POST', path: one, verb: 'reject', run: reject },
  {
    name: 'ApproveEntitlementPlanChange',
    method: 'POST',
    path: one,
    verb: 'approvePlanChange',
    run: approvePlanChange,
  },
  { name: 'RejectEntitlementPlanChange', method: 'POST', path: one, verb: 'rejectPlanChange', run: rejectPlanChange },
  { name: 'SuspendEntitlement', method: 'POST', path: one, verb: 'suspend', run: suspend },
];

const attributes = new Set([
  'account',
  'customer_billing_account',
  'product_external_name',
  'product',
  'quote_external_name',
  'offer',
  'new_pending_offer',
  'plan',
  'newPendingPlan',
  'new_pending_plan',
  'state',
  'services',
  'consumers.project',
  'change_history.new_offer',
]);

const find = (call: ApiCall, reader: GcpReader = call.store): Entitlement => {
  checkProvider(call);
  const entitlement = reader.get('entitlements', call.params.entitlement ?? '');
  if (entitlement?.sellerId !== call.seller.id) throw notFound();
  return entitlement;
};

const attributesOf = (reader: GcpReader, row: Entitlement): Record<string, string | string[]> => {
  const offer = offerName(reader, row, row.terms);
  const newPlan = row.pending?.plan ?? [];
  return {
    account: [row.accountId, `providers/${row.sellerId}/accounts/${row.accountId}`],
    customer_billing_account: `billingAccounts/${row.billingAccount}`,
    product_external_name: row.serviceId,
    product: row.serviceId,
    offer,
    new_pending_offer: row.pending ? offerName(reader, row, row.pending) : [],
    plan: row.terms.plan,
    newPendingPlan: newPlan,
    new_pending_plan: newPlan,
    state: [row.state, row.state.replace('ENTITLEMENT_', '')],
    services: row.serviceId,
    'change_history.new_offer': [offer, ...row.offerHistory],
  };
};

/** Changes an entitlement; Google returns an empty object. */
const changeOf = (
  call: ApiCall,
  states: Entitlement['state'][],
  run: (transaction: GcpChange, entitlement: Entitlement) => void,
): Json => {
  call.write((transaction) => {
    const entitlement = find(call, transaction);
    if (!states.includes(entitlement.state)) throw preconditionFailed();
    run(transaction, entitlement);
  });
  return {};
};

const checkPendingPlan = (call: ApiCall, entitlement: Entitlement): void => {
  const { pendingPlanName } = call.body;
  if (typeof pendingPlanName !== 'string' || pendingPlanName === '') {
    throw invalidFields([{ field: 'pending_plan_name', description: 'is required' }]);
  }
  if (entitlement.pending?.plan !== pendingPlanName) throw preconditionFailed();
};
