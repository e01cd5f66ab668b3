import type { TestOrganization } from '../app.ts';
import { idOf } from './example.ts';

/** A deal as its seller registers it on behalf of a partner. */
export const aNewDeal = (partnerId: string, more: object = {}) => ({
  partnerId,
  buyerCompany: { name: 'Initech', website: 'https://initech.example', country: 'US', industry: 'Software' },
  name: 'Initech rollout',
  dealValue: 120000.5,
  currency: 'USD',
  revenueShare: { type: 'REFERRAL_FEE', ratePercent: 10, capAmount: 15000, clawbackDays: 90 },
  targetCloseDate: '2027-03-31',
  ...more,
});

/** Registers a deal with a partner. Returns its id at the seller. */
export const aDealWith = async (seller: TestOrganization, partnerId: string, more: object = {}): Promise<string> => {
  const reply = await seller.editor.call('POST', '/cosell/referral/onBehalf', { body: aNewDeal(partnerId, more) });
  if (reply.status !== 200) throw new Error(reply.text);
  return idOf(reply);
};

/** Wins a deal: its commission begins. */
export const won = async (seller: TestOrganization, referralId: string): Promise<string> => {
  const reply = await seller.editor.call('PATCH', `/cosell/referral/${referralId}`, { body: { status: 'WON' } });
  if (reply.status !== 200) throw new Error(reply.text);
  return referralId;
};
