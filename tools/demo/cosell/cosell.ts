import { checkAccount } from '../deals/accounts.ts';
import type { Step } from '../deals/book.ts';
import { type Place, runDeal, type Scene, sceneOf, showSteps } from '../deals/scene.ts';
import { dealsWithAws } from './aws.ts';
import { dealsWithAzure } from './azure.ts';
import type { Deals } from './steps.ts';

/** The co-sell partner of the deals, and the CRM that they come from. */
const scripts = { AWS: { deals: dealsWithAws, crm: 'SALESFORCE' }, AZURE: { deals: dealsWithAzure, crm: 'HUBSPOT' } };

/** Runs all deals, some of them in parallel. */
const sellTogether = async (scene: Scene, { win, lose, reject, accept, decline, ignore }: Deals): Promise<void> => {
  const live = (name: string, work: Deals[keyof Deals]): Promise<void> =>
    runDeal(scene, name, (recorder) => work(scene, recorder));
  await live('won', win);
  await Promise.all([live('lost', lose), live('rejected', reject)]);
  await Promise.all([live('offered', accept), live('declined', decline)]);
  await live('ignored', ignore);
};

/**
 * Co-sells with each partner, starting from a CRM record and from the partner's own offer, until the deals are won, lost, declined or
 * expired. Returns the findings.
 */
export const runCoSell = async (place: Place): Promise<string[]> => {
  const { narrator } = place;
  const steps: Step[][] = [];
  for (const [partner, { deals, crm }] of Object.entries(scripts)) {
    const scene = sceneOf(place, { partner, service: 'COSELL', deals: steps });
    narrator.chapter(`Co-sell with ${partner}`);
    await runDeal(scene, 'accounts', (recorder) => checkAccount(scene, recorder));
    try {
      await sellTogether(scene, deals);
    } catch (error) {
      await runDeal(scene, 'all', () => Promise.reject(error));
    }
    for (const account of [scene, { ...scene, partner: crm, service: 'CRM' }]) {
      await runDeal(account, 'accounts', (recorder) => checkAccount(account, recorder));
    }
  }
  return showSteps(narrator, 'What co-selling has shown', steps.flat());
};
