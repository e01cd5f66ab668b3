import { z } from 'zod';
import type { Clock } from '../../../kit/clock.ts';
import type { LandingRead, LandingToken, MarketplaceAccess } from '../port.ts';
import type { Entitlement } from './answers.ts';
import type { GcpCalls } from './calls.ts';
import { type GoogleTokens, signUpIssuer } from './keys.ts';
import { accountDocument } from './translate/account.ts';
import { serviceOf } from './translate/agreement.ts';
import { idOf } from './translate/names.ts';

const Claims = z.looseObject({
  sub: z.string().min(1).max(200),
  google: z
    .looseObject({
      roles: z.array(z.string()).optional(),
      user_identity: z.string().optional(),
      orders: z.array(z.string()).optional(),
    })
    .default({}),
});

/** A new purchase waits for the seller; then come those in force, newest first. */
const ranks: Partial<Record<Entitlement['state'], number>> = {
  ENTITLEMENT_ACTIVATION_REQUESTED: 0,
  ENTITLEMENT_CANCELLED: 2,
};
const rankOf = ({ state }: Entitlement): number => ranks[state] ?? 1;

/** The buyer named by a sign-up token, and the orders of its account. */
export const createResolveLanding =
  (calls: GcpCalls, tokens: GoogleTokens, clock: Clock) =>
  async (access: MarketplaceAccess, { token, audience }: LandingToken): Promise<LandingRead | null> => {
    const check = {
      source: 'signUp',
      issuer: signUpIssuer,
      audience: access.credentials.signUpAudience || audience,
      now: clock.wallNow(),
    } as const;
    const claims = Claims.safeParse(await tokens.verify(access, token, check));
    if (!claims.success) return null;
    const { sub: buyerAccountId, google } = claims.data;
    const account = await calls.readAccount(access, buyerAccountId);
    if (!account) return null;
    const orders = new Set(google.orders ?? []);
    const found = (await calls.listEntitlements(access, `account="${buyerAccountId.replaceAll(/["\\]/g, '')}"`))
      .filter(({ account: name }) => idOf(name) === buyerAccountId)
      .filter(({ name }) => orders.size === 0 || orders.has(idOf(name)))
      .sort((a, b) => rankOf(a) - rankOf(b) || Date.parse(b.createTime) - Date.parse(a.createTime));
    const [first] = found;
    return {
      buyerAccountId,
      agreementIds: found.map(({ name }) => idOf(name)),
      productExternalId: first ? serviceOf(first) : null,
      licenseArn: null,
      buyer: {
        name: null,
        email: null,
        document: { ...accountDocument(account), id: buyerAccountId, userInfo: google },
      },
    };
  };
