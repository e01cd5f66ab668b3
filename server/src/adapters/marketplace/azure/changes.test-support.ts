import { setTimeout as sleep } from 'node:timers/promises';
import { dayFrom } from '../../simulated.test-support.ts';
import type { ChangeRead, PartnerChange } from '../changes.ts';
import type { AzureOfferSubmission } from '../offer-submissions.ts';
import type { Marketplace } from '../port.ts';
import type { AzureSimulator } from './simulator.test-support.ts';

export type Ended = Exclude<ChangeRead, { state: 'RUNNING' }>;

/** How a change ends, polled. */
export const untilEnded = async (azure: Marketplace, { access }: AzureSimulator, changeId: string): Promise<Ended> => {
  for (;;) {
    const read = await azure.readChange(access, changeId);
    if (read.state !== 'RUNNING') return read;
    await sleep(10);
  }
};

/** Makes a change as a run would: every stage with its own key, polled until it has ended. */
export const doChange = async (
  azure: Marketplace,
  simulator: AzureSimulator,
  change: PartnerChange,
  { key = Math.random().toString(36), attempt = 1 }: { key?: string; attempt?: number } = {},
): Promise<{ end: Ended; stages: number; made: Record<string, string> }> => {
  const made: Record<string, string> = {};
  for (let stage = 0; ; stage += 1) {
    const { changeId, more } = await azure.startChange(simulator.access, change, {
      key: `${key} ${stage}`,
      stage,
      made,
      attempt,
    });
    const end = await untilEnded(azure, simulator, changeId);
    if (end.state === 'DONE') Object.assign(made, end.entityIds);
    if (end.state === 'FAILED' || !more) return { end, stages: stage + 1, made };
  }
};

/** A private offer with a discount on a plan. */
export const anOffer = (
  simulator: AzureSimulator,
  change: Partial<AzureOfferSubmission> = {},
): AzureOfferSubmission => ({
  partner: 'AZURE',
  name: 'Initech 2027',
  productEntityId: simulator.product.productId,
  beneficiaries: [{ billingAccountId: simulator.billingAccount, description: 'Initech', recipients: [] }],
  acceptBy: dayFrom(simulator.now(), 20),
  start: null,
  end: dayFrom(simulator.now(), 400),
  notificationContacts: ['sales@acme.example'],
  preparedBy: 'sales@acme.example',
  upgradedFrom: null,
  terms: null,
  pricing: [{ planId: 'silver', kind: 'DISCOUNT', percentage: '25' }],
  ...change,
});
