import type { z } from 'zod';
import { encodeId } from '../../../../kit/ids.ts';
import { channelFacts, type RevenueChannel } from '../../channels.ts';
import { startOf, viewMatches } from '../../record/view.ts';
import { readMembers } from './read-column.ts';
import type { RevenueRecordDetail } from './schema.ts';
import type { DetailRow, Matches } from './store.ts';

type View = z.input<typeof RevenueRecordDetail>;

/** The object of the reference that a channel's row is shown as. */
const shownAs = (channel: RevenueChannel, { columns, day }: DetailRow, rest: object): Partial<View> => {
  const { row } = channelFacts[channel];
  if (row === null) return {};
  const { member, members, dayAs } = row;
  return { [member]: { ...readMembers(members, columns), ...(dayAs ? { [dayAs]: day } : {}), ...rest } };
};

/** A row of a marketplace in the shape of the reference, with what its record was matched to. */
export const viewDetail = (
  orgId: string,
  channel: RevenueChannel,
  row: DetailRow,
  matches: Matches | undefined,
): View => ({
  id: encodeId('revenue', row.detail_id),
  dataset: row.dataset,
  key: row.key,
  version: row.version,
  date: startOf(row.day),
  part: row.part,
  ...shownAs(channel, row, { organizationID: encodeId('org', orgId), ...(matches ? viewMatches(matches) : {}) }),
  columns: row.columns,
});
