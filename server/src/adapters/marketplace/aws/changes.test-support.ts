import assert from 'node:assert/strict';
import { dayFrom } from '../../simulated.test-support.ts';
import type { ChangeRead, PartnerChange } from '../changes.ts';
import type { AwsOfferSubmission } from '../offer-submissions.ts';
import type { Marketplace, MarketplaceAccess } from '../port.ts';
import type { AwsSimulator } from './simulator.test-support.ts';

type Ended = Exclude<ChangeRead, { state: 'RUNNING' }>;
export type Run = { made: Record<string, string>; stages: number } | { errors: string[]; made: Record<string, string> };

let runs = 0;

export const settle = async (aws: Marketplace, access: MarketplaceAccess, changeId: string): Promise<Ended> => {
  for (;;) {
    const read = await aws.readChange(access, changeId);
    if (read.state !== 'RUNNING') return read;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

/** Makes a change with all its stages, each with its own key, like the workflow. */
export const runStages = async (aws: Marketplace, access: MarketplaceAccess, change: PartnerChange): Promise<Run> => {
  runs += 1;
  const made: Record<string, string> = {};
  for (let stage = 0; ; stage += 1) {
    const started = await aws.startChange(access, change, { key: `run-${runs}-${stage}`, stage, made });
    const end = await settle(aws, access, started.changeId);
    if (end.state === 'FAILED') return { errors: end.errors.map(({ code }) => code), made };
    Object.assign(made, end.entityIds);
    if (!started.more) return { made, stages: stage + 1 };
  }
};

/** What a change made; fails if it was refused. */
export const runToEnd = async (
  aws: Marketplace,
  access: MarketplaceAccess,
  change: PartnerChange,
): Promise<Record<string, string>> => {
  const end = await runStages(aws, access, change);
  assert.ok('stages' in end, JSON.stringify(end));
  return end.made;
};

export const anOffer = (simulator: AwsSimulator, change: Partial<AwsOfferSubmission> = {}): AwsOfferSubmission => ({
  partner: 'AWS',
  name: 'Acme 2027',
  description: 'd',
  productEntityId: simulator.product.productId,
  buyerAccountIds: [simulator.buyerId],
  availabilityEndDate: dayFrom(simulator.now(), 20),
  currency: 'USD',
  upfront: { price: '1200', grants: [{ key: 'seats', quantity: 1 }] },
  installments: [],
  usageRates: [{ key: 'requests', price: '0.01' }],
  durationIso: 'P12M',
  startDate: null,
  endDate: null,
  eula: { type: 'STANDARD' },
  refundPolicy: null,
  renewal: null,
  ...change,
});
