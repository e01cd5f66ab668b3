import type { z } from 'zod';
import type { ActCall, AskCall } from '../../../../contract/call.ts';
import { readItem } from '../../../../contract/read-input.ts';
import { isRefusal } from '../../../../kit/errors.ts';
import { type MappedRecord, mapRecords } from '../../preview/map-records.ts';
import { crmOf, type ReadRecord } from '../draft.ts';
import { type BatchCreateReferrals, type ReferralBatch, ReferralDraft } from '../schema.ts';
import { submitDraft } from './create-referral.ts';

type Result = z.input<typeof BatchCreateReferrals>['results'][number];

const errorOf = (error: unknown): NonNullable<Result['error']> => {
  if (!isRefusal(error) || error.code !== 'BadRequest') throw error;
  const { code, message, info } = error;
  return { code, message, ...(Array.isArray(info) ? { info } : {}) };
};

/** The CRM records of a batch, by partner and CRM; undefined: not connected. */
type Records = ReadonlyMap<string, ReadonlyMap<string, MappedRecord> | undefined>;

const recordOf = (draft: ReferralDraft, records: Records): ReadRecord => {
  const crm = crmOf(draft);
  const mapped = crm && records.get(`${draft.partner} ${crm.system}`);
  return crm && mapped ? (mapped.get(crm.recordId) ?? 'notThere') : null;
};

/** Reads the CRM records that the items name: all of one CRM for one partner at once. */
export const askForRecords = async (
  call: AskCall,
  { body }: { body: z.output<typeof ReferralBatch> },
): Promise<Records> => {
  const wanted = new Map<string, Parameters<typeof mapRecords>[1] & { recordIds: string[] }>();
  for (const item of body) {
    const read = ReferralDraft.safeParse(item);
    const crm = read.success ? crmOf(read.data) : null;
    if (!read.success || !crm) continue;
    const { partner } = read.data;
    const key = `${partner} ${crm.system}`;
    const group = wanted.get(key) ?? { partner, system: crm.system, recordIds: [] };
    group.recordIds.push(crm.recordId);
    wanted.set(key, group);
  }
  const records = new Map<string, ReadonlyMap<string, MappedRecord> | undefined>();
  for (const [key, group] of wanted) records.set(key, await mapRecords(call, group));
  return records;
};

const createOne = async (call: ActCall, item: unknown, index: number, records: Records): Promise<Result> => {
  try {
    // Everything that can be refused is refused before anything is written, so a refused item leaves nothing behind.
    const draft = readItem(ReferralDraft, item);
    const operation = await submitDraft(call, draft, { force: false, record: recordOf(draft, records) });
    return { index, referralId: operation.entityId, operation };
  } catch (error) {
    return { index, error: errorOf(error) };
  }
};

type Numbered = { item: unknown; index: number };

/** Items are not checked yet: a member may be anything that JSON has, also what cannot be written as text. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const recordKeyOf = ({ item }: Numbered): string => {
  const { partner, salesforceOpportunityId, hubspotDealId } = (item ?? {}) as Record<string, unknown>;
  return `${textOf(partner)} ${textOf(salesforceOpportunityId) || textOf(hubspotDealId)}`;
};

/** In the order of the CRM records that are locked, so that two concurrent batches cannot deadlock. */
const byRecord = (left: Numbered, right: Numbered): number => {
  const [a, b] = [recordKeyOf(left), recordKeyOf(right)];
  return a === b ? left.index - right.index : a < b ? -1 : 1;
};

/** Creates up to 100 referrals. A faulty item spoils none: its result has the error. */
export const batchCreateReferrals = async (
  call: ActCall,
  { body, answer: records }: { body: z.output<typeof ReferralBatch>; answer: Records },
) => {
  const results: Result[] = [];
  const sorted = body.map((item, index) => ({ item, index })).sort(byRecord);
  for (const { item, index } of sorted) results[index] = await createOne(call, item, index, records);
  return { results };
};
