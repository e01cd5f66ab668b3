import type { FeedRow } from '../port.ts';
import { textIn, unreadable } from './row-values.ts';

/** A sale: the lines of an order for what was bought with it. A correction has the order of what it corrects. */
export const recordOf = (row: FeedRow): string => {
  const order = textIn(row, 'PurchaseRecordId');
  if (order === undefined) throw unreadable(row, 'PurchaseRecordId is empty');
  const asset = textIn(row, 'AssetId');
  return asset === undefined ? order : `${order}/${asset}`;
};
