import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { answerWhole } from '../../../contract/page.ts';
import type { PartnerContactParams } from './schema.ts';
import { findPartnerContacts } from './store.ts';

/** People at partners who worked on deals with a buyer company, as last seen, the latest first; at most 1000. */
export const listCosellPartnerContacts = async (
  call: ReadCall,
  { query }: { query: z.output<typeof PartnerContactParams> },
) => {
  const found = await findPartnerContacts(call.db, query.buyerCompany || null, query.partner || null);
  const shown = found.map(({ last_seen_time: lastSeenTime, ...contact }) => ({
    ...contact,
    lastSeenTime: lastSeenTime.toISOString(),
  }));
  return answerWhole(call, shown);
};
