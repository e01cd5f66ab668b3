import type { ActCall } from '../../../../contract/call.ts';
import { ingestRows, type RowBatch } from '../../record/actions/ingest-rows.ts';
import { contradictionCode, type FoundPart, type PartOwner, type SyncError } from '../connection.ts';
import { addNewRows } from '../part-store.ts';

type Rows = Pick<RowBatch, 'connectionId' | 'rows' | 'written' | 'revisions'> & { owner: PartOwner; part: FoundPart };

const contradiction = (part: string, keys: readonly string[]): SyncError => ({
  code: contradictionCode,
  message: `has rows that were stated otherwise before, under the same version: ${keys.join(', ')}`,
  part,
});

/** Stores rows of a part and counts those that are new. Repeatable: what is stored already is not counted again. */
export const storeRows = async (call: ActCall, { owner, part, ...rest }: Rows): Promise<void> => {
  const batch = { ...rest, ...owner, part: part.name };
  const { newRows, contradicting } = await ingestRows(call, batch);
  if (newRows === 0 && contradicting.length === 0) return;
  const fault = contradicting.length === 0 ? null : contradiction(part.name, contradicting);
  await addNewRows(call.db, owner, part, { newRows, fault });
};
