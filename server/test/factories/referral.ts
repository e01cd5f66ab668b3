import { complete, having } from '../../src/adapters/cosell/documents.test-support.ts';
import type { CoSellPartner, PartnerStanding, ReferralDocument, ReferralRead } from '../../src/adapters/cosell/port.ts';
import { coSellRules } from '../../src/adapters/cosell/rules.ts';
import { newReferral } from '../../src/domain/cosell/referral/draft.ts';
import type { Referral } from '../../src/domain/cosell/referral/referral.ts';
import { type ReferralStatus, referralIs } from '../../src/domain/cosell/referral/states.ts';
import { insertReferral } from '../../src/domain/cosell/referral/store.ts';
import type { TestApp, TestOrganization } from '../app.ts';
import { actIn } from '../examples/deal.ts';

/** The standing at a partner with an interface that goes with each status; null: it is not there. */
const standingOf: Readonly<Record<ReferralStatus, PartnerStanding | null>> = {
  DRAFT: null,
  PENDING_CREATE: null,
  CREATE_FAILED: null,
  SUBMITTED: 'SUBMITTED',
  IN_REVIEW: 'IN_REVIEW',
  ACTION_REQUIRED: 'ACTION_REQUIRED',
  PENDING_ACCEPTANCE: 'PENDING_ACCEPTANCE',
  ACCEPTED: 'ACCEPTED',
  REJECTED: 'REJECTED',
  EXPIRED: 'EXPIRED',
  WON: 'WON',
  LOST: 'LOST',
  ARCHIVED: null,
};

/** A deal that could be won next; of AWS, with what it wants from the stage Committed on. */
const documents: Readonly<Record<CoSellPartner, ReferralDocument>> = {
  AWS: having('AWS', { 'LifeCycle.Stage': 'Committed', 'LifeCycle.TargetCloseDate': '2036-12-31' }),
  AZURE: having('AZURE', { status: 'Active', substatus: 'Accepted' }),
  GCP: having('GCP', { 'lead.estimatedCloseDate': { year: 2036, month: 12, day: 31 } }),
};

const closed = (partner: CoSellPartner, status: ReferralStatus): ReferralDocument =>
  status === 'WON' || status === 'LOST'
    ? coSellRules[partner].close(documents[partner], status, 'Price')
    : documents[partner];

let count = 0;

/** A referral in a status, as if its partner had been read. */
export const aReferralIn = (
  app: TestApp,
  organization: TestOrganization,
  { partner, status, ...more }: { partner: CoSellPartner; status: ReferralStatus } & Partial<Referral>,
): Promise<Referral> =>
  actIn(app, organization, async (call) => {
    count += 1;
    const document = closed(partner, status);
    const standing = partner === 'GCP' ? null : standingOf[status];
    const referral = newReferral(call, {
      ...{ partner, status, document, direction: 'OUTBOUND' },
      unified: coSellRules[partner].unify(document),
      ...(standing === null
        ? {}
        : {
            ...{ external_id: `O${Date.now()}${count}`, synced: document, partner_standing: standing },
            ...{ partner_version: '1', partner_time: call.now },
          }),
      ...(referralIs.closed(status) ? { closed_time: call.now, close_reason: 'Price' } : {}),
      ...more,
    });
    await insertReferral(call.db, referral);
    call.recordChange({ type: 'referral', id: referral.id, before: null, after: {} });
    return referral;
  });

/** What a partner shows of a deal that it accepted, or that it shows in another standing. */
export const aReferralRead = (partner: CoSellPartner, fields: Partial<ReferralRead> = {}): ReferralRead => {
  count += 1;
  return {
    externalId: `O${Date.now()}${count}`,
    direction: 'OUTBOUND',
    version: '1',
    updatedTime: new Date('2026-11-20T00:00:00Z'),
    standing: 'ACCEPTED',
    words: { status: 'Approved' },
    document: complete[partner],
    partnerDocument: { LifeCycle: { Stage: 'Engaged' } },
    contacts: [{ name: 'Ada Byron', email: 'ada@aws.example', title: 'Account Manager', role: 'AWSAccountOwner' }],
    ...fields,
  };
};
