import type { OrgDb } from '../../../db/org-db.ts';
import { connectionIs } from '../connection/states.ts';
import { type ConnectedService, findConnectedServices } from '../connection/store.ts';
import { organizationIs } from '../states.ts';
import type { Facts, StepFacts } from './onboarding.ts';
import { findListing, findProfile, type Listing, type Profile } from './store.ts';

const account = (profile: Profile | undefined): StepFacts => {
  if (!profile) return { done: false, detail: 'The organization does not exist.' };
  if (!organizationIs.active(profile.status))
    return { done: false, detail: 'The organization waits for its approval.' };
  if (profile.website === '' && profile.email_domain === '')
    return { done: false, detail: 'The organization has neither a website nor an e-mail domain yet.' };
  return { done: true, detail: `${profile.name} has its profile.`, time: profile.last_update_time };
};

type Wanted = { services: readonly string[]; what: string; missing: string };

/** The first working connection decides; otherwise a failing one gives the reason. */
const connected = (all: readonly ConnectedService[], { services, what, missing }: Wanted): StepFacts => {
  const found = all.filter(({ service }) => services.includes(service));
  const working = found.find(({ status }) => connectionIs.working(status));
  if (working) return { done: true, detail: `${what} ${working.partner} is connected.`, time: working.creation_time };
  const [failing] = found;
  if (!failing) return { done: false, detail: missing };
  const reason = failing.last_error?.message;
  const detail = `${what} ${failing.partner} is connected and cannot be used${reason ? `: ${reason}` : '.'}`;
  return { done: false, detail };
};

const wanted = {
  MARKETPLACE: { services: ['MARKETPLACE'], what: 'The marketplace', missing: 'No marketplace is connected yet.' },
  CRM: { services: ['CRM'], what: 'The CRM', missing: 'No CRM is connected yet.' },
  NOTIFICATION: {
    services: ['EMAIL', 'CHATBOT', 'TEAMS'],
    what: 'The mail server or chat of',
    missing: 'Neither a mail server nor a chat is connected yet.',
  },
} as const satisfies Record<string, Wanted>;

const listing = (product: Listing | undefined): StepFacts =>
  product
    ? { done: true, detail: `${product.name} is listed.`, time: product.creation_time }
    : { done: false, detail: 'No product is listed in a marketplace yet.' };

/** The progress of each step, computed from actual data. */
export const findFacts = async (db: OrgDb): Promise<Facts> => {
  const profile = await findProfile(db);
  const services = await findConnectedServices(db);
  const product = await findListing(db);
  return {
    ACCOUNT: account(profile),
    MARKETPLACE: connected(services, wanted.MARKETPLACE),
    CRM: connected(services, wanted.CRM),
    NOTIFICATION: connected(services, wanted.NOTIFICATION),
    LISTING: listing(product),
  };
};
