import { checkAccount } from './accounts.ts';
import { runAdyenDeals } from './adyen.ts';
import { runAwsDeals } from './aws.ts';
import { runAzureDeals } from './azure.ts';
import type { Step } from './book.ts';
import { runGcpDeals } from './gcp.ts';
import { type Place, runDeal, type Scene, sceneOf, showSteps } from './scene.ts';
import { runStripeDeals } from './stripe.ts';

/** The deals of each partner. */
const scripts: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  AWS: runAwsDeals,
  AZURE: runAzureDeals,
  GCP: runGcpDeals,
  STRIPE: runStripeDeals,
  ADYEN: runAdyenDeals,
};

export const dealPartners: readonly string[] = Object.keys(scripts);

/**
 * Runs the deals with the partners, in the organization that takes no part in the week of usage, because the clock
 * advances by days. Returns the findings.
 */
export const runDeals = async (place: Place, partners: readonly string[]): Promise<string[]> => {
  const { narrator } = place;
  const deals: Step[][] = [];
  for (const partner of partners) {
    const scene = sceneOf(place, { partner, deals });
    narrator.chapter(`Deals of ${place.connections.organizations[1]?.name} with ${partner}`);
    try {
      await scripts[partner]?.(scene);
    } catch (error) {
      await runDeal(scene, 'all', () => Promise.reject(error));
    }
    await runDeal(scene, 'account', (recorder) => checkAccount(scene, recorder));
  }
  return showSteps(narrator, 'What the deals have shown', deals.flat());
};
