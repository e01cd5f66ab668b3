import type { AzureReader, Referral } from '../state.ts';

/** Microsoft's own organization id ("Create a referral": the target of a referral that invites Microsoft). */
export const microsoft = 'msft';

/** All copies of a deal, oldest first. */
export const copiesOf = (reader: AzureReader, engagementId: string): Referral[] =>
  reader.list('referrals').filter((row) => row.engagementId === engagementId);

/** Whether an organization takes part in the deal of a referral. */
export const takesPart = (reader: AzureReader, ownerId: string, { engagementId }: Referral): boolean =>
  copiesOf(reader, engagementId).some((row) => row.ownerId === ownerId);
