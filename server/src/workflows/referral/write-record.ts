import type { CrmFields } from '../../adapters/crm/port.ts';
import { readRecords } from '../../domain/cosell/crm-record/actions/read-records.ts';
import type { PlannedWrite } from '../../domain/cosell/crm-record/merge-record.ts';
import { saysSame } from '../../domain/cosell/mapping/apply-mapping.ts';
import type { CoSellPartner, SyncError } from '../../domain/cosell/referral/referral.ts';
import { isStepFailed } from '../../engine/workflow.ts';
import { longRetry } from '../services.ts';
import { type CrmSession, fieldsNamedBy } from './crm-session.ts';

type Written = {
  written: PlannedWrite[];
  refused: SyncError[];
  /** A field has changed in the CRM since the record was read, and was not written. */
  isOvertaken: boolean;
};

const isSameRaw = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left ?? null) === JSON.stringify(right ?? null);

/**
 * Writes fields of a record and returns which of them it has then. A field that has changed in the CRM since it was read is left as it
 * is. What an earlier attempt wrote is not written again.
 */
const write = (
  session: CrmSession,
  step: string,
  { partner, recordId, writes }: { partner: CoSellPartner; recordId: string; writes: readonly PlannedWrite[] },
): Promise<string[]> =>
  session.ask(
    step,
    async (reach, { db }) => {
      const [record] = await readRecords(db, reach, { partner, recordIds: [recordId] });
      if (!record) return [];
      const statedOf = ({ field }: PlannedWrite) =>
        Object.hasOwn(record.members, field.target) ? record.members[field.target] : undefined;
      const isDone = (one: PlannedWrite): boolean => saysSame(one.field, statedOf(one)?.value, one.value);
      const done = writes.filter(isDone);
      const open = writes.filter((one) => !isDone(one) && isSameRaw(statedOf(one)?.raw, one.before));
      const fields: CrmFields = Object.fromEntries(open.map(({ name, word }) => [name, word]));
      if (open.length > 0) await reach.crm.write(reach.access, recordId, fields);
      return [...done, ...open].map(({ name }) => name);
    },
    { retry: longRetry },
  );

/** Writes the values of the document to the CRM. A field that the CRM refuses by name does not block the others. */
export const writeRecord = async (
  session: CrmSession,
  prefix: string,
  { partner, recordId, writes }: { partner: CoSellPartner; recordId: string; writes: readonly PlannedWrite[] },
): Promise<Written> => {
  const refused: SyncError[] = [];
  let left = [...writes];
  for (let round = 1; left.length > 0; round += 1) {
    try {
      const step = `${prefix}write record${round === 1 ? '' : ` ${round}`}`;
      const names = await write(session, step, { partner, recordId, writes: left });
      const written = left.filter(({ name }) => names.includes(name));
      return { written, refused, isOvertaken: written.length < left.length };
    } catch (error) {
      if (!isStepFailed(error)) throw error;
      const { code, message, info } = error.failure;
      const named = new Set(fieldsNamedBy(info).map((name) => name.toLowerCase()));
      const blamed = left.filter(({ name }) => named.has(name.toLowerCase()));
      if (blamed.length === 0) throw error;
      refused.push(...blamed.map(({ field }) => ({ path: field.target, code, message })));
      left = left.filter((one) => !blamed.includes(one));
    }
  }
  return { written: [], refused, isOvertaken: false };
};
