import assert from 'node:assert/strict';
import type { Reply, TestApp, TestOrganization } from '../../../../test/app.ts';
import { actIn } from '../../../../test/examples/deal.ts';
import { anAgreementRead } from '../../../../test/factories/commerce.ts';
import type { AgreementRead } from '../../../adapters/marketplace/port.ts';
import { encodeId } from '../../../kit/ids.ts';
import { addRationals, type Rational, rational } from '../../../kit/rational.ts';
import { applyAgreement } from '../../entitlement/actions/apply-agreement.ts';
import { at } from '../metrics/metrics.test-support.ts';

const connection = { id: '01900000-0000-7000-8000-00000000c0de', partner: 'AWS', accountId: '111122223333' } as const;

let count = 0;

/** A purchase at a marketplace as its read shows it. */
export type Bought = {
  buyer: string;
  value: string;
  start: string;
  end: string | null;
  /** It was ended by then, and is read again after that. */
  ended?: string;
  currency?: string;
  partner?: 'AWS' | 'AZURE' | 'GCP';
  /** Of the same purchase as the agreement with this id. */
  continues?: string;
  status?: AgreementRead['status'];
  more?: Partial<AgreementRead>;
};

/** Applies the reads of an agreement; returns its id and that of its entitlement, as clients see it. */
export const buy = async (app: TestApp, organization: TestOrganization, bought: Bought) => {
  count += 1;
  const { buyer, value, start, end, ended, currency = 'USD', partner = 'AWS', continues, status = 'ACTIVE' } = bought;
  const externalId = bought.more?.externalId ?? `agmt-metrics-${count}`;
  const read = anAgreementRead({
    externalId,
    status,
    offerExternalId: null,
    initialAgreementId: continues ?? externalId,
    buyerAccountId: buyer,
    startTime: at(start),
    endTime: end === null ? null : at(end),
    acceptanceTime: at(start),
    currency,
    value,
    usageRates: [],
    ...bought.more,
  });
  const apply = (one: AgreementRead): Promise<{ entitlementId: string }> =>
    actIn(app, organization, (call) => applyAgreement(call, { ...connection, partner }, one));
  const { entitlementId } = await apply(read);
  if (ended !== undefined) await apply({ ...read, status: 'CANCELLED', endTime: at(ended), version: read.version + 1 });
  return { agreementId: externalId, entitlementId: encodeId('ent', entitlementId) };
};

export type Row = Record<string, number | string | boolean | null> & { cell: string; period: string };
export type Metrics = {
  [Name in 'mrr' | 'arr' | 'committedMrr' | 'usageRunRate' | 'usageExcessRunRate']: number;
} & {
  currency: string;
  currencies: string[];
  netRevenueRetention: number | null;
  grossRevenueRetention: number | null;
  waterfall: Row[];
  groups?: { group: string; waterfall: Row[] }[];
  nonRecurring: { entitlementID: string; amount: number }[];
  nonRecurringCount: number;
};
type Weighed = { kind: string; exact: string };
export type Explained = {
  metric: string;
  definition: string;
  amount: number | null;
  exact: string | null;
  parts: (Weighed & Record<string, unknown>)[];
  total_count: number;
};

export const ok = <T>(reply: Reply): T => {
  assert.equal(reply.status, 200, reply.text);
  return reply.body as T;
};

export const metricsOf = async (organization: TestOrganization, query: string): Promise<Metrics> =>
  ok(await organization.viewer.call('GET', `/revenue/dashboard/metrics?${query}`));

export const explained = async (organization: TestOrganization, query: string, cell: string): Promise<Explained> =>
  ok(
    await organization.viewer.call(
      'GET',
      `/revenue/dashboard/metrics/explain?${query}&page_size=1000&cell=${encodeURIComponent(cell)}`,
    ),
  );

export const columns = [
  ...['opening', 'new', 'reactivation', 'expansion', 'contraction', 'churn', 'moved', 'fx', 'closing'],
] as const;

/** The columns of a row that are not 0. */
export const movedIn = (row: Row | undefined): Record<string, unknown> =>
  Object.fromEntries(columns.filter((name) => row && row[name] !== 0).map((name) => [name, row?.[name]]));

export const readExact = (text: string): Rational => {
  const [n = '0', d = '1'] = text.split('/');
  return rational(BigInt(n), BigInt(d));
};

export const sumExact = (parts: readonly Weighed[]): Rational =>
  parts.reduce((sum, { exact }) => addRationals(sum, readExact(exact)), rational(0n));
