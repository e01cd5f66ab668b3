import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { encodeId } from '../../../kit/ids.ts';
import { balanceKey, cutRows, decodeCursor } from '../usage-proof/cursor.ts';
import { idOf } from '../usage-record-group/reads.ts';
import type { SilentMeterParams } from './schema.ts';
import { selectSilences } from './store.ts';
import { viewSilence } from './view.ts';

export const listSilentMeters = async (call: ReadCall, { query }: { query: z.output<typeof SilentMeterParams> }) => {
  const selected = await selectSilences(
    call.db,
    {
      ...(query.entitlementId ? { entitlementId: idOf('ent', query.entitlementId) } : {}),
      ...(query.partner ? { partner: query.partner } : {}),
      after: decodeCursor(query.cursor, balanceKey),
    },
    query.limit + 1,
  );
  const { rows, ...next } = cutRows(selected, query.limit, (row) => [
    row.silent_since,
    row.entitlement_id,
    row.dimension,
  ]);
  return {
    silentMeters: rows.map((row) => ({
      ...viewSilence(row, call.now),
      ...(row.product_id === null ? {} : { productID: encodeId('prod', row.product_id) }),
      ...(row.buyer_id === null ? {} : { buyerID: encodeId('buyer', row.buyer_id) }),
    })),
    ...next,
  };
};
