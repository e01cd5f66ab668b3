import type { z } from 'zod';
import { isMarketplace } from '../../../contract/marketplaces/marketplaces.ts';
import { Big, decimalToJson } from '../../../kit/decimal.ts';
import { encodeId } from '../../../kit/ids.ts';
import type { JsonNumber } from '../../../kit/json.ts';
import type { DimensionState, DimensionStates } from './dimension-state-store.ts';
import type { MeteringUsageRecordGroup } from './schema.ts';
import { usageIs } from './states.ts';
import type { UsageRecordGroup } from './usage-record-group.ts';

export type UsageRecordGroupView = z.input<typeof MeteringUsageRecordGroup>;
export type GroupViewer = (group: UsageRecordGroup) => UsageRecordGroupView;

/**
 * Creates views of many groups with their dimensions; recurring ids and times are formatted once. What is absent is
 * undefined, which JSON leaves out: a spread for each such member costs a batch more than the rest of its view.
 */
export const createGroupViewer = (orgId: string, states: Pick<DimensionStates, 'get'>): GroupViewer => {
  const organizationID = encodeId('org', orgId);
  const ids = new Map<string, string>();
  const idOf = (prefix: 'ent' | 'buyer' | 'report', uuid: string): string => {
    let id = ids.get(uuid);
    if (id === undefined) {
      id = encodeId(prefix, uuid);
      ids.set(uuid, id);
    }
    return id;
  };
  const times = new Map<number, string>();
  const timeOf = (time: Date): string => {
    const ms = time.getTime();
    let text = times.get(ms);
    if (text === undefined) {
      text = time.toISOString();
      times.set(ms, text);
    }
    return text;
  };
  const dimensionOf = (one: DimensionState): UsageRecordGroupView['dimensionStates'][string] => {
    // SHADOW and TEST usage is computed but not submitted.
    const message = one.kind !== null && one.kind !== 'LIVE' ? one.kind : one.message;
    const counted = usageIs.counted(one.state) && one.kind === 'LIVE';
    const brought = one.carried_back !== '0';
    const submitted = (): JsonNumber =>
      decimalToJson(brought ? new Big(one.quantity).plus(one.carried_back) : one.quantity);
    return {
      status: one.state,
      quantity: decimalToJson(one.quantity),
      reportedQuantity: counted ? submitted() : undefined,
      cause: one.cause ?? undefined,
      message: message === null || message === '' ? undefined : message,
      hour: timeOf(one.hour),
      usageRecordReportID: one.report_id === null ? undefined : idOf('report', one.report_id),
    };
  };
  const dimensionsOf = (group: UsageRecordGroup): UsageRecordGroupView['dimensionStates'] =>
    Object.fromEntries(states.get(group.id)?.map((one) => [one.dimension, dimensionOf(one)]) ?? []);
  return (group) => ({
    id: group.id,
    organizationID,
    entitlementID: idOf('ent', group.entitlement_id),
    buyerID: group.buyer_id === null ? undefined : idOf('buyer', group.buyer_id),
    partner: isMarketplace(group.partner) ? group.partner : undefined,
    status: group.status,
    records: group.records as UsageRecordGroupView['records'],
    metaInfo: { ...group.meta_info, source: group.source, timestamp: timeOf(group.usage_time) },
    usageAllocations: group.usage_allocations ?? undefined,
    dimensionStates: dimensionsOf(group),
    usageRecordReportID: group.report_id === null ? undefined : idOf('report', group.report_id),
    reportedTime: group.reported_time === null ? undefined : timeOf(group.reported_time),
    creationTime: timeOf(group.creation_time),
    lastUpdateTime: timeOf(group.last_update_time),
  });
};
