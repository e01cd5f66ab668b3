import type { HttpAnswer } from '../../kit/http.ts';
import { button, pageAnswer, text } from '../../kit/page.ts';
import { part } from '../producer/offer-content.ts';
import type { GcpSimulation } from '../state.ts';
import { signUp } from './sign-up.ts';

/** The pages of Google's console for customers: a private offer, and the sign-up. Null if there is no such page. */
export const consolePage = (simulation: GcpSimulation, path: string): HttpAnswer | null => {
  const [, collection, id = ''] = path.split('/');
  if (collection === 'private-offers') return offerPage(simulation, id);
  return collection === 'sign-up' ? signUpPage(simulation, id) : null;
};

const html = (title: string, body: string): HttpAnswer =>
  pageAnswer(200, { title, links: [{ href: '/#gcp', label: 'Simulators' }], body });

const offerPage = ({ store }: GcpSimulation, id: string): HttpAnswer | null => {
  const offer = store.get('privateOffers', id);
  if (!offer || offer.state === 'DRAFT' || offer.state === 'PUBLISHING') return null;
  const { title, customerNote, customer } = offer.content;
  const account = String(part(customer).targetBillingAccount ?? '');
  const body = `<p>For ${text(account)}. State: ${offer.state}.</p><p>${text(String(customerNote ?? ''))}</p>`;
  const accept = offer.state === 'PUBLISHED' ? button(`/control/gcp/offer/${id}/accept`, 'Accept') : '';
  return html(String(title ?? id), body + accept);
};

/** The button "Register with …": the customer's browser posts the token to the seller. */
const signUpPage = (simulation: GcpSimulation, id: string): HttpAnswer | null => {
  const account = simulation.store.get('accounts', id);
  if (!account) return null;
  const name = simulation.store.get('sellers', account.sellerId)?.name ?? '';
  const { url, field, token } = signUp(simulation, account);
  if (url === null) return html(`Register with ${name}`, '<p>The seller has not named its sign-up URL.</p>');
  return html(`Register with ${name}`, button(url, `Register with ${name}`, { [field]: token }));
};
