import type { ActCall } from '../../../../contract/call.ts';
import type { FoundPart, PartOwner } from '../connection.ts';
import { findOtherRows } from '../part-store.ts';
import { storeRows } from './store-rows.ts';

const rowsAtOnce = 1000;

/** Sorts behind the version that it ends, and before every later one of the part. */
const endOf = (version: string): string => `${version}~`;

type Withdrawal = {
  owner: PartOwner;
  connectionId: string;
  part: FoundPart;
  /** The version of all rows that the part has now; null: it has none. */
  version: string | null;
};

/**
 * Withdraws rows of earlier versions of a part whose rows are all stored; its newest version lacks them. Repeatable.
 * Returns whether there may be more.
 */
export const withdrawRows = async (
  call: ActCall,
  { owner, connectionId, part, version }: Withdrawal,
): Promise<boolean> => {
  const gone = await findOtherRows(call.db, owner, { name: part.name, version, limit: rowsAtOnce });
  const rows = gone.map(({ version: ended, ...row }) => ({
    row: { ...row, version: endOf(ended), isDeleted: true, columns: {} },
    lines: [],
  }));
  if (rows.length > 0) await storeRows(call, { owner, connectionId, part, rows });
  return rows.length === rowsAtOnce;
};
