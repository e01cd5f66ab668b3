import type { z } from 'zod';
import type { ReadCall } from '../../../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../../../contract/page.ts';
import { commissionFields } from '../fields.ts';
import type { CommissionListParams } from '../schema.ts';
import { selectCommissions } from '../store.ts';
import { viewCommission } from '../view.ts';

/** A page of the commissions of a partner relationship, by its UUID. */
export const listCommissions = async (
  call: ReadCall,
  { relationshipId, query }: { relationshipId: string; query: z.output<typeof CommissionListParams> },
) => {
  const page = readQueryPage(call, query, commissionFields);
  const selected = await selectCommissions(call.db, page, relationshipId);
  setPageHeaders(call, page, selected);
  return pagedReply(
    page,
    selected.rows.map((row) => viewCommission(call.orgId, row)),
    selected.total,
  );
};
