import { z } from 'zod';
import { awsMessages } from '../../marketplace/aws/translate/event.ts';
import type { MessageHint, MessageReceiver } from '../../marketplace/messages.ts';

const event = z.object({
  source: z.literal('aws.partnercentral-selling'),
  'detail-type': z.string(),
  detail: z.looseObject({
    catalog: z.string(),
    opportunity: z.looseObject({ identifier: z.string() }).optional(),
    engagementInvitation: z.looseObject({ id: z.string(), participantType: z.string().optional() }).optional(),
    resourceSnapshot: z.looseObject({ resourceType: z.string(), resourceId: z.string() }).optional(),
  }),
});

type Detail = z.output<typeof event>['detail'];

const opportunity = ({ opportunity: named }: Detail): string | undefined => named?.identifier;
/** Those that we sent are AWS's review, which the opportunity shows. */
const invitation = ({ engagementInvitation: named }: Detail): string | undefined =>
  named?.participantType?.toLowerCase() === 'sender' ? undefined : named?.id;
const snapshot = ({ resourceSnapshot: named }: Detail): string | undefined =>
  named?.resourceType === 'Opportunity' ? named.resourceId : undefined;

/** What each detail type is about; those of members name no opportunity ("Events from AWS Partner Central Selling"). */
const subjectOf: Readonly<Record<string, (detail: Detail) => string | undefined>> = {
  'Opportunity Created': opportunity,
  'Opportunity Updated': opportunity,
  'Opportunity Accepted': opportunity,
  'Opportunity Rejected': opportunity,
  'Engagement Invitation Created': invitation,
  'Engagement Invitation Accepted': invitation,
  'Engagement Invitation Rejected': invitation,
  'Engagement Invitation Expired': invitation,
  'Engagement Member Joined': () => undefined,
  'Engagement Member Added': () => undefined,
  'Resource Snapshot Created': snapshot,
  'Engagement Resource Snapshot Created': snapshot,
};

const known = /^(?:O\d{1,19}|engi-[0-9a-z]{13})$/;

/**
 * The referral that an event is about. An event of the other catalog names an id that the account's own catalog does not
 * have: the read of it shows nothing.
 */
const readHint = (body: unknown): MessageHint => {
  const read = event.safeParse(body);
  const id = read.success ? subjectOf[read.data['detail-type']]?.(read.data.detail) : undefined;
  return id !== undefined && known.test(id) ? { about: 'REFERRAL', externalId: id } : { about: 'NOTHING' };
};

/** Events of an EventBridge API destination, authenticated by the secret of its address. */
export const awsReferralMessages: MessageReceiver = { readEnvelopes: awsMessages.readEnvelopes, readHint };
