import type { z } from 'zod';
import type { ReadCall } from '../../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../../contract/page.ts';
import { requireFound } from '../../../kit/errors.ts';
import { decodeId, nilId } from '../../../kit/ids.ts';
import { type OfferSetQueryParams, offerSetFields } from './fields.ts';

import { findOfferSet, selectOfferSets } from './store.ts';
import { viewOfferSet } from './view.ts';

export const getOfferSet = async (call: ReadCall, { params }: { params: { offerSetId: string } }) => {
  const set = requireFound(await findOfferSet(call.db, params.offerSetId), 'offer set');
  call.setVersion(set.version);
  return viewOfferSet(call.orgId, set);
};

export const listOfferSets = async (call: ReadCall, { query }: { query: z.output<typeof OfferSetQueryParams> }) => {
  const page = readQueryPage(call, query, offerSetFields);
  const { rows, nextToken, total } = await selectOfferSets(
    call.db,
    page,
    query.offerId ? { offerId: decodeId('offer', query.offerId) ?? nilId } : {},
  );
  setPageHeaders(call, page, { rows, nextToken, total });
  return pagedReply(
    page,
    rows.map((row) => viewOfferSet(call.orgId, row)),
    total,
  );
};
