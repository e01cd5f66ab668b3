import { putMessage } from '../../kit/deliveries.ts';
import { iso } from '../api/call.ts';
import { copiesOf } from '../referrals/copies.ts';
import { referralsUrl } from '../referrals/view.ts';
import type { AzureChange, Referral } from '../state.ts';

/**
 * The events of referrals: of the own one ("Partner Center webhooks": referral-created, referral-updated), and of
 * another organization's in the same deal (the connector's guide "Co-sell connector for Salesforce CRM":
 * related-referral-created, related-referral-updated).
 */
export const referralEvents: readonly string[] = [
  ...['referral-created', 'referral-updated'],
  ...['related-referral-created', 'related-referral-updated'],
];

/** Notifies the organizations of a deal of a referral that was created or updated, if they have registered for it. */
export const notifyReferral = (transaction: AzureChange, referral: Referral, action: 'created' | 'updated'): void => {
  const owners = new Set(copiesOf(transaction, referral.engagementId).map(({ ownerId }) => ownerId));
  for (const ownerId of owners) {
    const registration = transaction.get('eventRegistrations', ownerId);
    const event = `${ownerId === referral.ownerId ? '' : 'related-'}referral-${action}`;
    if (!registration?.events.includes(event)) continue;
    putMessage(transaction, {
      id: transaction.ids.uuid(),
      type: event,
      accountId: ownerId,
      // "Partner Center webhook events": Referral Created Event, Referral Updated Event.
      body: {
        EventName: event,
        ResourceUri: `${referralsUrl(registration.origin)}/${referral.id}`,
        ResourceName: event.replace(/-(created|updated)$/, ''),
        AuditUri: null,
        ResourceChangeUtcDate: iso(referral.updatedAt).replace('Z', '0000+00:00'),
      },
    });
  }
};
