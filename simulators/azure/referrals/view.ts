import { iso } from '../api/call.ts';
import type { AzureReader, Json, Referral } from '../state.ts';
import { organizationOf } from './organization.ts';

/** The path of the API, below the simulator's. */
export const referralsPath = '/v1.0/engagements/referrals';

/** The address of the referrals. */
export const referralsUrl = (origin: string): string => `${origin}/azure${referralsPath}`;

/** A time with seven digits of fractions, as the API writes it. */
const apiTime = (time: number | null): string | null => (time === null ? null : iso(time).replace('Z', '0000Z'));

/**
 * A referral as an organization sees it. `direction` is on no page but in answers of the API: here it is Outgoing for
 * what the organization has created itself.
 */
export const referralView = (reader: AzureReader, row: Referral, viewerId: string, origin: string): Json => {
  const { id, name } = organizationOf(reader, row.ownerId);
  const self = referralsUrl(origin);
  return {
    id: row.id,
    engagementId: row.engagementId,
    organizationId: id,
    organizationName: name,
    createdDateTime: apiTime(row.createdAt),
    updatedDateTime: apiTime(row.updatedAt),
    expirationDateTime: apiTime(row.expiresAt),
    acceptedDateTime: apiTime(row.acceptedAt),
    closedDateTime: apiTime(row.closedAt),
    direction: row.creatorId === viewerId ? 'Outgoing' : 'Incoming',
    statusReason: null,
    team: [],
    target: [],
    ...row.content,
    eTag: row.eTag,
    links: {
      relatedReferrals: { uri: `${self}?$filter=engagementId eq '${row.engagementId}'`, method: 'GET' },
      self: { uri: `${self}/${row.id}`, method: 'GET' },
    },
  };
};
