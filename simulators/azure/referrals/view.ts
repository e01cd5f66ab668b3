import { iso, objectOf } from '../api/call.ts';
import { type AzureReader, type Json, type Referral, readSettings } from '../state.ts';
import { organizationOf } from './organization.ts';

/** The path of the API, below the simulator's. */
export const referralsPath = '/v1.0/engagements/referrals';

/** The address of the referrals. */
export const referralsUrl = (origin: string): string => `${origin}/azure${referralsPath}`;

/** A time with seven digits of fractions, as the API writes it. */
const apiTime = (time: number | null): string | null => (time === null ? null : iso(time).replace('Z', '0000Z'));

/** Members of API responses that the documentation does not have. */
const observed = (reader: AzureReader, { ownerId, content }: Referral): Json => {
  const { id, name } = organizationOf(reader, ownerId);
  const invited = { invitedMpnId: ownerId, invitedBy: { organizationId: id, organizationName: name } };
  return {
    ...{ lastModifiedVia: null, lastRunId: null, createdVia: null, referralSource: null, callToAction: null },
    ...{ quality: 'Unknown', isSpam: false, favorite: false, tags: [], dealSensitivity: 'None', referralProgram: null },
    ...{ registrationStatus: 'None', registrations: [], mpnId: ownerId, trackingInfo: { microsoftMsxId: null } },
    customerProfile: { ...objectOf(content.customerProfile), isMatchingComplete: true },
    inviteContext: { assistanceRequestCode: 'Unknown', notes: null, ...invited, ...objectOf(content.inviteContext) },
  };
};

/**
 * A referral as an organization sees it. `direction` is undocumented but present in API responses: the simulator sets Outgoing for
 * referrals that the organization has created itself.
 */
export const referralView = (reader: AzureReader, row: Referral, viewerId: string, origin: string): Json => {
  const { id, name } = organizationOf(reader, row.ownerId);
  const self = referralsUrl(origin);
  const isObserved = readSettings(reader).referralAnswers === 'observed';
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
    direction: (isObserved ? row.ownerId !== viewerId : row.creatorId === viewerId) ? 'Outgoing' : 'Incoming',
    statusReason: null,
    team: [],
    target: [],
    ...row.content,
    ...(isObserved ? observed(reader, row) : {}),
    eTag: row.eTag,
    links: {
      relatedReferrals: { uri: `${self}?$filter=engagementId eq '${row.engagementId}'`, method: 'GET' },
      self: { uri: `${self}/${row.id}`, method: 'GET' },
    },
  };
};
