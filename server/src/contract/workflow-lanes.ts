import type { Lane } from '../adapters/lanes.ts';
import type { WorkflowName } from './workflow-inputs.ts';

/** The lane of each workflow's runs: who waits for whom (`adapters/lanes.ts`). */
const workflowLanes: Readonly<Record<WorkflowName, Lane>> = {
  'usage.report': 'usage',
  'usage.ask': 'usage',
  'buyer.push': 'runs',
  'cancellation.request': 'runs',
  'cancellation.withdraw': 'runs',
  'entitlement.approve': 'runs',
  'entitlement.cancel': 'runs',
  'entitlement.seats': 'runs',
  'invitation.send': 'runs',
  'invoice.pay': 'runs',
  'invoice.refund': 'runs',
  'message.send': 'runs',
  'offer.cancel': 'runs',
  'offer.create': 'runs',
  'offer.expire': 'runs',
  'offer.extend': 'runs',
  'offer.notify': 'runs',
  'offer.reprice': 'runs',
  'offer.withdraw': 'runs',
  'offer-set.create': 'runs',
  'product.create': 'runs',
  'product.update': 'runs',
  'renewal.adjust': 'runs',
  'renewal.optOut': 'runs',
  'wallet.detach': 'runs',
  'product.publish': 'reviews',
  'agreement.sync': 'reads',
  'message.apply': 'reads',
  'offer.sync': 'reads',
  'product.sync': 'reads',
  'usage.compare': 'bulk',
  'marketplace.reconcile': 'bulk',
  'payment.reconcile': 'bulk',
  'revenue.backfill': 'bulk',
  'revenue.sync': 'bulk',
};

/** Workflows of tests are in no table. */
export const laneOf = (workflow: string): Lane => workflowLanes[workflow as WorkflowName] ?? 'runs';
