import type { z } from 'zod';
import type { MarketplaceCode } from '../../../../adapters/marketplace/port.ts';
import { encodeId } from '../../../../kit/ids.ts';
import { startOf, viewMatches } from '../../record/view.ts';
import { awsMembers, azureMembers, gcpMembers } from './members.ts';
import { readMembers } from './read-column.ts';
import type { RevenueRecordDetail } from './schema.ts';
import type { DetailRow, Matches } from './store.ts';

type View = z.input<typeof RevenueRecordDetail>;
type Shown = Pick<View, 'awsRevenueRecordDetail' | 'azureRevenueRecordDetail' | 'gcpRevenueRecordDetail'>;

const shownAs: Readonly<Record<MarketplaceCode, (row: DetailRow, rest: object) => Shown>> = {
  AWS: ({ columns }, rest) => ({ awsRevenueRecordDetail: { ...readMembers(awsMembers, columns), ...rest } }),
  AZURE: ({ columns }, rest) => ({ azureRevenueRecordDetail: { ...readMembers(azureMembers, columns), ...rest } }),
  GCP: ({ columns, day }, rest) => ({
    gcpRevenueRecordDetail: { ...readMembers(gcpMembers, columns), reportDate: day, ...rest },
  }),
};

/** A row of a marketplace in the shape of the reference, with what its record was matched to. */
export const viewDetail = (
  orgId: string,
  channel: MarketplaceCode,
  row: DetailRow,
  matches: Matches | undefined,
): View => ({
  id: encodeId('revenue', row.detail_id),
  dataset: row.dataset,
  key: row.key,
  version: row.version,
  date: startOf(row.day),
  part: row.part,
  ...shownAs[channel](row, { organizationID: encodeId('org', orgId), ...(matches ? viewMatches(matches) : {}) }),
  columns: row.columns,
});
