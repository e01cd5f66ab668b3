import type { Simulator } from '../client.ts';
import type { Connections } from '../credentials.ts';
import type { Narrator } from '../narrate.ts';
import type { Service } from '../service.ts';
import { checkAccount } from './accounts.ts';
import { liveAdyen } from './adyen.ts';
import { liveAws } from './aws.ts';
import { liveAzure } from './azure.ts';
import { findingsOf, type Step, tableOf } from './book.ts';
import { liveGcp } from './gcp.ts';
import { liveDeal, type Scene } from './scene.ts';
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

type Place = { service: Service; connections: Connections; simulator: Simulator; narrator: Narrator };

/**
 * Runs the deals with the partners, in the organization that takes no part in the week of usage, because the clock
 * advances by days. Returns the findings.
 */
export const liveDeals = async (
  { service, connections, simulator, narrator }: Place,
  partners: readonly string[],
): Promise<string[]> => {
  const organization = connections.organizations[1];
  if (!organization?.owner) throw new Error('the demo has no second organization with an owner');
  const { api, owner, organizationId, name } = organization;
  const urls = { api: service.apiUrl, auth: connections.authUrl, simulator: service.simulatorUrl };
  const deals: Step[][] = [];
  for (const partner of partners) {
    narrator.chapter(`Deals of ${name} with ${partner}`);
    const scene = { partner, organizationId, api, owner, simulator, narrator, urls, deals };
    try {
      await scripts[partner]?.(scene);
    } catch (error) {
      await liveDeal(scene, 'all', () => Promise.reject(error));
    }
    await liveDeal(scene, 'account', (pen) => checkAccount(scene, pen));
  }
  narrator.chapter('What the deals have shown');
  const steps = deals.flat();
  narrator.table(tableOf(steps));
  const findings = findingsOf(steps);
  for (const finding of findings) narrator.say(`WRONG: ${finding}`);
  narrator.say(`${steps.length} steps, ${findings.length} findings`);
  return findings;
};
