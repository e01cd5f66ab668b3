import { commercePartner, googleKey, signToken } from '../auth/keys.ts';
import { openOrders } from '../buyer/place-order.ts';
import type { BuyerAccount, GcpSimulation } from '../state.ts';

const lifeSeconds = 300;

/** The form that a customer's browser posts to the seller at sign-up. */
export type SignUp = { url: string | null; field: 'x-gcp-marketplace-token'; token: string; expiresAt: string };

/**
 * Signs the token with which a customer signs up. `orders` is present only for products with several orders, which the
 * seller must tell apart.
 */
export const signUp = (simulation: GcpSimulation, account: BuyerAccount): SignUp => {
  const { store } = simulation;
  const seller = store.get('sellers', account.sellerId);
  const now = Math.floor(simulation.wall() / 1000);
  const orders = store
    .list('services')
    .filter(({ sellerId, multipleOrders }) => sellerId === account.sellerId && multipleOrders)
    .flatMap(({ id }) => openOrders(store, id, account.billingAccount).map((order) => order.id));
  const token = signToken(googleKey(store, 'commerce-partner'), {
    iss: `https://www.googleapis.com/robot/v1/metadata/x509/${commercePartner}`,
    iat: now,
    exp: now + lifeSeconds,
    aud: seller?.domain,
    sub: account.id,
    google: {
      roles: ['account_admin'],
      user_identity: account.userIdentity,
      ...(orders.length > 0 ? { orders } : {}),
    },
  });
  const expiresAt = new Date((now + lifeSeconds) * 1000).toISOString();
  return { url: seller?.signUpUrl ?? null, field: 'x-gcp-marketplace-token', token, expiresAt };
};
