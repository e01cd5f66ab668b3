import { createRemoteJWKSet, jwtVerify } from 'jose';
import { connectedAccount } from './accounts.ts';
import type { Scene, StepRecorder } from './scene.ts';
import type { Entitlement } from './steps.ts';

/** The buyer and the purchase that the reference names. */
export type Landed = { entitlementId: string; buyerId: string };

/**
 * The buyer's browser arrives from the marketplace with its token and is redirected (303) to the product's sign-up
 * page. The reference in that address is verified as the product would: signature, issuer, audience and contents.
 */
export const landBuyer = async (
  scene: Scene,
  recorder: StepRecorder,
  { field, token }: { field: string; token: string },
): Promise<Landed> => {
  const { urls, partner, organizationId } = scene;
  const { id } = await connectedAccount(scene);
  let location: URL | undefined;
  await recorder.act('landing', '303', async () => {
    const response = await fetch(`${urls.api}/public/fulfillment/${partner}/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ [field]: token }).toString(),
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    location = URL.parse(response.headers.get('location') ?? '') ?? undefined;
    return response.status === 303 ? '303' : `answered ${response.status}: ${text.slice(0, 200)}`;
  });
  const landed = { entitlementId: '', buyerId: '' };
  await recorder.act('reference', 'verified', async () => {
    const reference = location?.searchParams.get('marketplace_reference') ?? '';
    const keys = createRemoteJWKSet(new URL(`${urls.auth}/.well-known/jwks.json`));
    const { payload } = await jwtVerify(reference, keys, {
      typ: 'landing+jwt',
      issuer: urls.auth,
      audience: location?.origin ?? '',
    });
    landed.entitlementId = String(payload.entitlement_id);
    landed.buyerId = String(payload.buyer_id);
    const isOurs = payload.partner === partner && payload.org_id === organizationId;
    return isOurs ? 'verified' : `of ${payload.partner}, ${payload.org_id}`;
  });
  return landed;
};

/** Checks that the reference named the purchase and its buyer. */
export const checkLanded = (
  recorder: StepRecorder,
  { entitlementId, buyerId }: Landed,
  { id, buyerID }: Entitlement,
): Promise<void> =>
  recorder.act('reference names', 'the entitlement', async () =>
    entitlementId === id && buyerId === buyerID ? 'the entitlement' : `${entitlementId} of ${buyerId}`,
  );
