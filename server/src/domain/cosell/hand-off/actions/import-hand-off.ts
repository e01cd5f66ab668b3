import type { z } from 'zod';
import { putAt } from '../../../../adapters/cosell/document.ts';
import {
  type DealState,
  readStage,
  stageOf as stages,
  stageWord,
  standingOf,
  standingOfState,
} from '../../../../adapters/cosell/gcp/words.ts';
import type { ReferralStage } from '../../../../adapters/cosell/port.ts';
import type { ActCall } from '../../../../contract/call.ts';
import { decodeId, encodeId } from '../../../../kit/ids.ts';
import { allows, nextStatus } from '../../../../kit/transitions.ts';
import { isCrmSyncDue, startReferralSync } from '../../crm-record/actions/start-crm-sync.ts';
import { shownEvent } from '../../referral/actions/record-read.ts';
import { changeReferral } from '../../referral/change.ts';
import { documentColumns } from '../../referral/draft.ts';
import { differencesOf } from '../../referral/merge.ts';
import { actOf, statusColumns } from '../../referral/partner-standing.ts';
import type { Referral } from '../../referral/referral.ts';
import { type ReferralStatus, referralTransitions } from '../../referral/states.ts';
import { lockReferral, lockReferralByExternalId } from '../../referral/store.ts';
import { addSyncEvent } from '../../sync-event/add-sync-event.ts';
import { type ImportRow, readImportRows } from '../read-rows.ts';
import type { HandOffImportResult } from '../schema.ts';

type Result = z.input<typeof HandOffImportResult>['results'][number];
type Cells = Extract<ImportRow, { cells: unknown }>['cells'];

/** What is wrong with a row; the others are applied. */
type Wrong = { code: string; message: string };
const wrong = (code: string, message: string): { wrong: Wrong } => ({ wrong: { code, message } });

const bareWord = (word: string): string => word.toUpperCase().replaceAll(/[\s-]+/g, '_');

const isState = (word: string): word is DealState => Object.hasOwn(standingOfState, word);

/** As long as they can be elsewhere. */
const cellMax = 255;
const bounded = ['google_id', 'reason'] as const;

/** The referral that a row names: by our id, or by Google's. */
const lockNamed = async (call: ActCall, cells: Cells): Promise<{ referral: Referral } | { wrong: Wrong }> => {
  const { referral_id: ours, google_id: googles } = cells;
  if (ours === '' && googles === '') return wrong('required', 'name the referral by referral_id or google_id');
  const id = ours === '' ? null : decodeId('referral', ours);
  if (ours !== '' && id === null) return wrong('id', 'referral_id must be the id of a referral, referral_…');
  const holder = googles === '' ? undefined : await lockReferralByExternalId(call.db, 'GCP', googles);
  const referral = id === null ? holder : await lockReferral(call.db, id);
  if (referral?.partner !== 'GCP') return wrong('NotFound', 'no such referral to GCP exists');
  if (holder && holder.id !== referral.id)
    return wrong('Conflict', `google_id belongs to ${encodeId('referral', holder.id)}`);
  return { referral };
};

type Words = { status: ReferralStatus; stage: ReferralStage; standing: ReturnType<typeof standingOf> | null };

/** What Google's words make of a referral, by the state table. */
const readWords = (
  old: Referral,
  { status: given, sales_stage: stageGiven }: Cells,
): { words: Words } | { wrong: Wrong } => {
  const [state, sales] = [bareWord(given), bareWord(stageGiven)];
  if (state !== '' && !isState(state))
    return wrong('status', `must be one of Google's words: ${Object.keys(standingOfState).join(', ')}`);
  const stage = sales === '' ? old.stage : readStage(sales);
  if (stage === undefined)
    return wrong('sales_stage', `must be one of Google's words: ${Object.keys(stages).join(', ')}`);
  if (state === '' && sales === '') return { words: { status: old.status, stage, standing: null } };
  const isEnd = ['WON', 'LOST'].includes(standingOf({ salesStage: sales }));
  const standing = state === '' && !isEnd ? null : standingOf({ approval: state, salesStage: sales });
  const act = standing === null ? null : actOf[standing];
  if (act === null || standing === old.status) return { words: { status: old.status, stage, standing } };
  if (!allows(referralTransitions, act, old.status)) {
    const { from } = referralTransitions[act];
    return wrong(
      'Conflict',
      `a referral in status ${old.status} cannot become ${standing}; it can from ${from.join(', ')}`,
    );
  }
  return { words: { status: nextStatus('Referral', referralTransitions, act, old), stage, standing } };
};

const apply = async (call: ActCall, old: Referral, cells: Cells, words: Words): Promise<boolean> => {
  const { status, stage, standing } = words;
  const { status: word } = cells;
  const isStaged = cells.sales_stage !== '' && stage !== old.stage;
  const document = isStaged ? putAt(old.document, 'opportunity.salesStage', stageWord[stage]) : old.document;
  const externalId = cells.google_id || old.external_id;
  if (status === old.status && !isStaged && externalId === old.external_id) return false;
  const reason = cells.reason === '' ? {} : { reason: cells.reason };
  const change: Partial<Referral> = {
    ...documentColumns('GCP', document, stage),
    ...statusColumns({ ...old, close_reason: cells.reason || old.close_reason }, status, call.now),
    document,
    external_id: externalId,
    ...(standing === null ? {} : { partner_standing: standing }),
    ...(word === '' ? {} : { partner_view: { words: { status: word, ...reason }, document: {} } }),
    sync_status: 'IN_SYNC',
    sync_success_time: call.now,
    sync_attempt_time: call.now,
  };
  const isMoved = status !== old.status;
  const isCrmDue = await isCrmSyncDue(call, old, { ...old, ...change });
  const pending = isCrmDue ? { sync_status: 'PENDING' as const } : {};
  const event = (isMoved ? shownEvent[status] : undefined) ?? 'referral.updated';
  await changeReferral(call, old, { ...change, ...pending }, event);
  if (isCrmDue) await startReferralSync(call, old);
  const moves = [
    ...(isMoved ? [{ path: 'status', before: old.status, after: status }] : []),
    ...differencesOf(old.document, document),
  ];
  if (moves.length > 0) await addSyncEvent(call, old, { direction: 'INBOUND', changes: moves });
  return true;
};

const importOne = async (call: ActCall, row: ImportRow): Promise<Result> => {
  const { line } = row;
  if (row.fault !== undefined) return { line, changed: false, error: { code: 'csv', message: row.fault } };
  const tooLong = bounded.find((name) => row.cells[name].length > cellMax);
  if (tooLong) {
    return { line, changed: false, error: { code: tooLong, message: `must have at most ${cellMax} characters` } };
  }
  const named = await lockNamed(call, row.cells);
  if ('wrong' in named) return { line, changed: false, error: named.wrong };
  const { referral: old } = named;
  const referralId = encodeId('referral', old.id);
  const read = readWords(old, row.cells);
  if ('wrong' in read) return { line, referralId, changed: false, error: read.wrong };
  const changed = await apply(call, old, row.cells, read.words);
  const { status, stage } = read.words;
  return { line, referralId, status, stage, changed };
};

/** In the order of what they name, so that two imports at once cannot deadlock. */
const nameOf = (row: ImportRow): string =>
  row.fault === undefined ? row.cells.referral_id || row.cells.google_id : '';

/**
 * Applies what Google answered to deals that were handed over: each row moves its referral by Google's words. A faulty row does not affect
 * the others; its result contains the reason.
 */
export const importHandOff = async (call: ActCall, { body }: { body: string }) => {
  const rows = readImportRows(body);
  const results: Result[] = [];
  const sorted = rows
    .map((row, index) => ({ row, index }))
    .sort((left, right) => (nameOf(left.row) < nameOf(right.row) ? -1 : nameOf(left.row) > nameOf(right.row) ? 1 : 0));
  for (const { row, index } of sorted) results[index] = await importOne(call, row);
  const failed = results.filter(({ error }) => error !== undefined).length;
  const changed = results.filter((result) => result.changed).length;
  return { changed, unchanged: results.length - changed - failed, failed, results };
};
