import { randomUUID } from 'node:crypto';
import { claimUsageReports } from '../../src/domain/metering/usage-record-report/actions/claim-usage-reports.ts';
import { closeUsageHours } from '../../src/domain/metering/usage-record-report/actions/close-usage-hours.ts';
import { recordUsageOutcomes } from '../../src/domain/metering/usage-record-report/actions/record-usage-outcomes.ts';
import { saveSilence } from '../../src/domain/metering/usage-silence/store.ts';
import { decodeId } from '../../src/kit/ids.ts';
import type { TestApp, TestOrganization } from '../app.ts';
import { actIn, aDeal } from './deal.ts';
import { type Examples, idOf } from './example.ts';

const hour = 3_600_000;

const aGroup = (app: TestApp, entitlementID: string, organizationID?: string): Record<string, unknown> => ({
  id: randomUUID(),
  entitlementID,
  ...(organizationID === undefined ? {} : { organizationID }),
  records: { gb: 12.5, Calls: 3 },
  timestamp: new Date(app.clock.now().getTime() - 3 * hour).toISOString(),
});

type Ended = { outcome: 'ACCEPTED' | 'REFUSED'; repeated: boolean };

/** A group whose report the marketplace accepted or refused. */
const aReportedGroup = async (
  app: TestApp,
  organization: TestOrganization,
  { outcome, repeated }: Ended,
): Promise<string> => {
  const refusal = { code: 'InvalidUsageDimensionException', message: 'refused', recordId: null, call: 0 };
  const acceptance = { code: null, message: null, recordId: randomUUID(), call: 0 };
  const { entitlementId } = await aDeal(app, organization);
  const group = aGroup(app, entitlementId, organization.id);
  await organization.editor.call('POST', `/entitlement/${entitlementId}/usageRecordGroup`, { body: group });
  app.clock.advance(2 * hour);
  await actIn(app, organization, (call) => closeUsageHours(call, { partner: 'AWS', after: null }));
  for (;;) {
    const { rows } = await actIn(app, organization, (call) => claimUsageReports(call, { partner: 'AWS', size: 25 }));
    if (rows.length === 0) break;
    await actIn(app, organization, (call) =>
      recordUsageOutcomes(call, {
        calls: [{ requestId: null, request: {}, response: {} }],
        repeated,
        results: rows.map(({ rowId, attempt }) => ({
          rowId,
          attempt,
          outcome,
          ...(outcome === 'REFUSED' ? refusal : acceptance),
        })),
      }),
    );
  }
  return group.id as string;
};

/** A group whose report the marketplace refused; `repeated`: on a repetition, so that the outcome is unknown. */
const aRefusedGroup = (app: TestApp, organization: TestOrganization, repeated = false): Promise<string> =>
  aReportedGroup(app, organization, { outcome: 'REFUSED', repeated });

/** The report of such a group, whose outcome is unknown, and which the marketplace takes no more. */
const anUnknownReport = async (app: TestApp, organization: TestOrganization): Promise<string> => {
  const groupId = await aRefusedGroup(app, organization, true);
  app.clock.advance(24 * hour);
  const { body } = await organization.editor.call('GET', '/usageRecordReport?partner=AWS');
  const { usageRecordReports } = body as {
    usageRecordReports: { id: string; info: { usageRecordGroupIds: string[] } }[];
  };
  return usageRecordReports.find((report) => report.info.usageRecordGroupIds.includes(groupId))?.id ?? '';
};

const aMetric = async (organization: TestOrganization): Promise<string> => {
  const body = { name: 'Compute hours', aggregationType: 'SUM', info: { groupBys: ['os'] } };
  return idOf(await organization.editor.call('POST', '/billableMetric', { body }));
};

/** The week up to now. */
const daysOf = (app: TestApp): string => {
  const now = app.clock.now();
  const day = (time: Date): string => time.toISOString().slice(0, 10);
  return `startDate=${day(new Date(now.getTime() - 168 * hour))}&endDate=${day(now)}`;
};

export const meteringExamples: Examples = {
  listBillableMetrics: async (_app, organization) => {
    await aMetric(organization);
    return { query: 'status=ACTIVE' };
  },
  createBillableMetric: async () => ({
    body: {
      name: 'Active users',
      description: 'Users who signed in on a day.',
      aggregationType: 'UNIQUE_COUNT',
      info: {
        filterGroups: [
          { filters: [{ name: 'plan', operation: 'NOT_IS', value: 'free', valueType: 'STRING' }] },
          { filters: [{ name: 'seconds', operation: 'GTE', value: 30, valueType: 'FLOAT' }] },
        ],
        groupBys: ['region'],
        propertyUniqueOn: 'user',
      },
    },
  }),
  previewPrice: async (_app, organization) => {
    const billableMetricId = await aMetric(organization);
    const tiers = [
      { firstUnit: 0, lastUnit: 100, unitAmount: 0.5 },
      { firstUnit: 101, unitAmount: 0.4 },
    ];
    return {
      body: {
        currency: 'USD',
        billableDimensions: [
          {
            billableMetricId,
            name: 'Compute',
            category: 'tiered',
            priceModelTiered: { tiers },
            discount: { discountType: 'PERCENTAGE', value: 10 },
            minimumCommit: 80,
          },
        ],
        usage: [
          { billableMetricId, quantity: 120.5, properties: { os: 'linux' } },
          { billableMetricId, quantity: 40, properties: { os: 'windows' } },
        ],
      },
    };
  },
  getBillableMetric: async (_app, organization) => ({ params: { billableMetricId: await aMetric(organization) } }),
  updateBillableMetric: async (_app, organization) => ({
    params: { billableMetricId: await aMetric(organization) },
    body: { status: 'DELETED' },
  }),
  batchReportUsageRecordGroups: async (app, organization) => {
    const { entitlementId } = await aDeal(app, organization);
    return { body: [aGroup(app, entitlementId), aGroup(app, entitlementId)] };
  },
  batchValidateUsageRecordGroups: async (app, organization) => {
    const { entitlementId } = await aDeal(app, organization);
    return { body: [aGroup(app, entitlementId)] };
  },
  reportUsageRecordGroup: async (app, organization) => {
    const { entitlementId } = await aDeal(app, organization);
    return { params: { entitlementId }, body: aGroup(app, entitlementId, organization.id) };
  },
  listUsageRecordGroups: async (app, organization) => ({
    query: `entitlementId=${(await aDeal(app, organization)).entitlementId}`,
  }),
  retryUsageRecordGroup: async (app, organization) => ({
    params: { usageRecordGroupId: await aRefusedGroup(app, organization) },
  }),
  deleteUsageRecordGroup: async (app, organization) => {
    const { entitlementId } = await aDeal(app, organization);
    const group = aGroup(app, entitlementId, organization.id);
    await organization.editor.call('POST', `/entitlement/${entitlementId}/usageRecordGroup`, { body: group });
    return { params: { usageRecordGroupId: group.id as string } };
  },
  aggregateUsageRecordGroups: async (app, organization) => {
    const { entitlementId } = await aDeal(app, organization);
    await organization.editor.call('POST', `/entitlement/${entitlementId}/usageRecordGroup`, {
      body: aGroup(app, entitlementId, organization.id),
    });
    return { query: `partner=AWS&granularity=day&${daysOf(app)}` };
  },
  aggregateUsageRecordReports: async (app, organization) => {
    await aRefusedGroup(app, organization);
    return { query: `partner=AWS&granularity=month&${daysOf(app)}` };
  },
  getUsageBalance: async (app, organization) => {
    await aRefusedGroup(app, organization);
    return { query: 'partner=AWS' };
  },
  listUsageDrifts: async (app, organization) => {
    await aRefusedGroup(app, organization);
    return { query: 'partner=AWS&cause=REFUSED' };
  },
  listSilentMeters: async (app, organization) => {
    const { entitlementId } = await aDeal(app, organization);
    const now = app.clock.now();
    const day = (back: number): Date => new Date(now.getTime() - back * 24 * hour);
    await actIn(app, organization, (call) =>
      saveSilence(call.db, {
        entitlement_id: decodeId('ent', entitlementId) as string,
        dimension: 'gb',
        partner: 'AWS',
        interval_days: 1,
        last_day: day(4).toISOString().slice(0, 10),
        last_hour: day(4),
        silent_since: new Date(`${day(3).toISOString().slice(0, 10)}T00:00:00Z`),
        announced_time: day(1),
        cleared_time: null,
        version: 1,
      }),
    );
    return { query: 'partner=AWS' };
  },
  getUsageReceipt: async (app, organization) => {
    const { entitlementId } = await aDeal(app, organization);
    await organization.editor.call('POST', `/entitlement/${entitlementId}/usageRecordGroup`, {
      body: aGroup(app, entitlementId, organization.id),
    });
    app.clock.advance(2 * hour);
    await actIn(app, organization, (call) => closeUsageHours(call, { partner: 'AWS', after: null }));
    return { params: { entitlementId }, query: 'dimension=gb' };
  },
  getUsageMeteringConfigInfo: async () => ({}),
  updateUsageMeteringConfigInfo: async (_app, organization) => {
    const body = (config: object) => ({ body: { partnerUsageMeteringConfigs: [{ partner: 'GCP', ...config }] } });
    await organization.editor.call('PATCH', '/usageMeteringConfigInfo', body({ dimensionMappingV2: null }));
    return body({
      enableDimensionMapping: true,
      dimensionMappingV2: {
        seat_hours: [
          { dimensionKey: 'seats', mappingMode: 'QUANTITY', convertionMultiplier: 0.125 },
          { dimensionKey: 'support', mappingMode: 'AMOUNT' },
        ],
      },
    });
  },
  uploadUsageRecordGroups: async (app, organization) => {
    const { entitlementId } = await aDeal(app, organization);
    const time = new Date(app.clock.now().getTime() - 3 * hour).toISOString();
    const lines = [
      'id,entitlementID,timestamp,records.gb,records.calls',
      `${randomUUID()},${entitlementId},${time},12.5,3`,
      `${randomUUID()},${entitlementId},${time},,-1`,
    ];
    return { body: lines.join('\n') };
  },
  listUsageRecordReports: async (app, organization) => {
    await aRefusedGroup(app, organization);
    return { query: 'partner=AWS' };
  },
  listUsageMeteringDailyRecords: async (app, organization) => {
    await aReportedGroup(app, organization, { outcome: 'ACCEPTED', repeated: false });
    return { params: { partner: 'AWS' } };
  },
  settleUsageRecordReport: async (app, organization) => ({
    params: { usageRecordReportId: await anUnknownReport(app, organization) },
    body: { outcome: 'NOT_COUNTED', dimensions: ['gb'], note: 'It is not on the invoice.' },
  }),
};
