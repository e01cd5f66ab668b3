import { checkAccount } from '../deals/accounts.ts';
import type { Step } from '../deals/book.ts';
import { liveDeal, type Place, sceneOf, showSteps } from '../deals/scene.ts';
import { sellWithAws } from './aws.ts';
import { sellWithAzure } from './azure.ts';

/** Who the deals are sold together with, and the CRM that they come from. */
const scripts = { AWS: { sell: sellWithAws, crm: 'SALESFORCE' }, AZURE: { sell: sellWithAzure, crm: 'HUBSPOT' } };

/**
 * Co-sells with each partner, from a record of a CRM and by the partner's own offer, until the deals are won, lost, declined or
 * expired. Returns the findings.
 */
export const liveCoSell = async (place: Place): Promise<string[]> => {
  const { narrator } = place;
  const deals: Step[][] = [];
  for (const [partner, { sell, crm }] of Object.entries(scripts)) {
    const scene = sceneOf(place, { partner, service: 'COSELL', deals });
    narrator.chapter(`Co-sell with ${partner}`);
    await liveDeal(scene, 'accounts', (pen) => checkAccount(scene, pen));
    try {
      await sell(scene);
    } catch (error) {
      await liveDeal(scene, 'all', () => Promise.reject(error));
    }
    for (const account of [scene, { ...scene, partner: crm, service: 'CRM' }]) {
      await liveDeal(account, 'accounts', (pen) => checkAccount(account, pen));
    }
  }
  return showSteps(narrator, 'What co-selling has shown', deals.flat());
};
