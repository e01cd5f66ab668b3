import { checkAccount } from './accounts.ts';
import { liveAdyen } from './adyen.ts';
import { liveAws } from './aws.ts';
import { liveAzure } from './azure.ts';
import type { Step } from './book.ts';
import { liveGcp } from './gcp.ts';
import { liveDeal, type Place, type Scene, sceneOf, showSteps } from './scene.ts';
import { liveStripe } from './stripe.ts';

/** The deals of each partner. */
const scripts: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  AWS: liveAws,
  AZURE: liveAzure,
  GCP: liveGcp,
  STRIPE: liveStripe,
  ADYEN: liveAdyen,
};

export const dealPartners: readonly string[] = Object.keys(scripts);

/**
 * Runs the deals with the partners, in the organization that takes no part in the week of usage, because the clock
 * advances by days. Returns the findings.
 */
export const liveDeals = async (place: Place, partners: readonly string[]): Promise<string[]> => {
  const { narrator } = place;
  const deals: Step[][] = [];
  for (const partner of partners) {
    const scene = sceneOf(place, { partner, deals });
    narrator.chapter(`Deals of ${place.connections.organizations[1]?.name} with ${partner}`);
    try {
      await scripts[partner]?.(scene);
    } catch (error) {
      await liveDeal(scene, 'all', () => Promise.reject(error));
    }
    await liveDeal(scene, 'account', (pen) => checkAccount(scene, pen));
  }
  return showSteps(narrator, 'What the deals have shown', deals.flat());
};
