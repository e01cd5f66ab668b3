import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CallWatch, createCallWatch, watchPort } from '../adapters/call-health.ts';
import type { LandingRead, Marketplace, MarketplaceAccess } from '../adapters/marketplace/port.ts';
import { isPartnerError } from '../adapters/partner-error.ts';
import { startBriefRetry } from '../adapters/retry-briefly.ts';
import { marketplaceCalls } from '../adapters/watched-calls.ts';
import type { Auth } from '../auth/auth.ts';
import { signLandingReference } from '../auth/landing-reference.ts';
import type { SecretKeys } from '../auth/secrets.ts';
import { networkOf } from '../auth/throttle.ts';
import { marketplaceFacts } from '../contract/marketplaces/marketplaces.ts';
import type { OrgDb } from '../db/org-db.ts';
import { importBuyer } from '../domain/buyer/actions/import-buyer.ts';
import { findListingId, findPurchaseState, findSignUp } from '../domain/entitlement/actions/find-sign-up.ts';
import { loadSeller } from '../domain/organization/branding/actions/load-seller.ts';
import type { Seller } from '../domain/organization/branding/branding.ts';
import {
  composeLandingPage,
  composeUnknownPage,
  type LandingAgain,
  type LandingPage,
  type LandingState,
} from '../domain/organization/branding/landing-page.ts';
import { openMarketplaceAccess } from '../domain/organization/connection/access.ts';
import { findPartnerRoute, findRoutedMarketplace } from '../domain/organization/connection/actions/find-entry.ts';
import type { MarketplaceConnection } from '../domain/organization/connection/connection.ts';
import { noteCalls } from '../domain/organization/connection/note-calls.ts';
import { type ActEnvironment, runAct } from '../engine/run-act.ts';
import { refuseEncodedBody } from '../http/body.ts';
import { refusalFrom } from '../http/problem.ts';
import type { RateDecision } from '../http/rate-limit.ts';
import { receiveBody } from '../http/receive-body.ts';
import { uploadsOf } from '../http/uploads.ts';
import { badRequest, errorCodes, notFound, Refusal, tooManyRequests } from '../kit/errors.ts';
import { decodeId, encodeId } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import type { Metrics } from '../kit/metrics.ts';
import {
  type AgreementWithRest,
  agreementEvents,
  applyWithRest,
  readWithRest,
} from '../workflows/entitlement/sync-agreement.ts';
import type { Marketplaces } from '../workflows/services.ts';

export type LandingOptions = {
  environment: ActEnvironment;
  secretKeys: SecretKeys;
  auth: Pick<Auth, 'issuer' | 'ring'>;
  marketplaces: Marketplaces;
  /** Limit for each network that buyers come from: their tokens are checked in the marketplace in the seller's name. */
  limiter: (network: string) => RateDecision;
  /** The API's public URL for buyers, without trailing slash. */
  publicUrl: string;
  log: Log;
  metrics: Pick<Metrics, 'observePartnerCall'>;
  isServing: () => boolean;
  /** How the time between attempts passes, in tests. */
  waiting?: Parameters<typeof startBriefRetry>[0];
};

const bodyBytesMax = 64 * 1024;
const tokenMax = 16 * 1024;
const formType = 'application/x-www-form-urlencoded';

type Door = {
  orgId: string;
  connection: MarketplaceConnection;
  /** `watch` tracks the outcomes of its calls. */
  marketplace: Marketplace;
  watch: CallWatch;
  access: MarketplaceAccess;
};
type Arrival = {
  buyerId: string;
  entitlementId: string | null;
  externalId: string | null;
  productExternalId: string | null;
};

const openDoor = async (
  { environment, marketplaces, secretKeys, metrics }: LandingOptions,
  request: FastifyRequest,
): Promise<Door> => {
  const { partner, connection: name } = request.params as { partner: string; connection: string };
  const id = decodeId('conn', name);
  const route = id === null ? undefined : await findPartnerRoute(environment.database, id);
  const connection = route && (await findRoutedMarketplace(environment.database, route));
  const marketplace = connection && marketplaces[connection.partner];
  if (!route || !connection || !marketplace || connection.partner !== partner.toUpperCase())
    throw notFound('integration');
  const access = openMarketplaceAccess(secretKeys, connection);
  const watch = createCallWatch({ partner: connection.partner, credentials: access.credentials, metrics });
  return {
    orgId: route.org_id,
    connection,
    marketplace: watchPort(marketplace, marketplaceCalls, watch),
    watch,
    access,
  };
};

const tokenOf = ({ connection }: Door, { body, query }: FastifyRequest): string => {
  const { field } = marketplaceFacts[connection.partner].landingToken;
  const form = Buffer.isBuffer(body) ? new URLSearchParams(body.toString('utf8')) : new URLSearchParams();
  const token = form.get(field) ?? (query as Record<string, unknown>)[field];
  if (typeof token !== 'string' || token === '' || token.length > tokenMax)
    throw badRequest([{ path: field, code: 'required', message: 'must be the token of the marketplace' }]);
  return token;
};

/** Maximum number of agreements examined; any further ones are older. */
const looksMax = 3;

/** The buyer's purchase: the likeliest agreement that is not known to be for another product. */
const readPurchase = async (
  { marketplace, access }: Door,
  db: OrgDb,
  { agreementIds, licenseArn, productExternalId }: LandingRead,
): Promise<AgreementWithRest | null> => {
  for (const agreementId of agreementIds.slice(0, looksMax)) {
    const read = await readWithRest(marketplace, access, db, { agreementId, licenseArn });
    if (!read) continue;
    const { productEntityId: entityId } = read.agreement;
    const code = read.product
      ? read.product.externalId
      : await findListingId(db, { partner: access.partner, entityId });
    if (!code || productExternalId === null || code === productExternalId) return read;
  }
  return null;
};

/** Imports the buyer whom the marketplace sends, and the purchase as far as it is already visible. */
const receive = async (options: LandingOptions, door: Door, request: FastifyRequest): Promise<Arrival> => {
  const { environment, publicUrl, log } = options;
  const { marketplace, access, connection, orgId, watch } = door;
  const token = tokenOf(door, request);
  const retry = startBriefRetry(options.waiting);
  const audience = new URL(publicUrl).host;
  // What a marketplace refused because it is busy has not used the token up.
  const landed = await retry(() => marketplace.resolveLanding(access, { token, audience, retry }));
  if (!landed) {
    const message = 'is not known to the marketplace, or has expired: open the page from the marketplace again';
    throw badRequest([{ path: marketplaceFacts[connection.partner].landingToken.field, code: 'token', message }]);
  }
  const db = environment.database.read(orgId);
  // AWS takes a token once: the buyer is kept, also if the purchase cannot be read now. It arrives later, in a message or by a read.
  const { failure } = landed;
  const readLanded = async (): Promise<AgreementWithRest | null> => {
    // Noted with the account, as a failure of any other call that reads purchases is.
    if (failure) return watch.call('AGREEMENT', () => Promise.reject(failure));
    return retry(() => readPurchase(door, db, landed));
  };
  const read = await readLanded().catch((error: unknown) => {
    if (!isPartnerError(error)) throw error;
    log.warn(
      { requestId: request.id, partner: error.partner, code: error.partnerCode },
      'the purchase of a landing was not read',
    );
    return null;
  });
  const outcome = await runAct(
    environment,
    {
      orgId,
      actor: { type: 'partner', id: connection.partner, name: connection.partner },
      action: 'receiveBuyer',
      requestId: request.id,
      sourceIp: request.ip,
      emits: agreementEvents,
    },
    async (call): Promise<Arrival> => {
      const applied = read ? await applyWithRest(call, connection, read) : null;
      const buyer = await importBuyer(call, connection, { accountId: landed.buyerAccountId, ...landed.buyer });
      return {
        buyerId: encodeId('buyer', buyer.id),
        entitlementId: applied && encodeId('ent', applied.entitlementId),
        externalId: read?.agreement.externalId ?? null,
        productExternalId: landed.productExternalId,
      };
    },
  );
  return outcome.reply as Arrival;
};

/** The product's own sign-up page or, without one, the listing's, unless that is this landing page. */
const signUpUrlOf = (
  addresses: { own: string | null; listing: string } | undefined,
  publicUrl: string,
): string | null => {
  const { own, listing = '' } = addresses ?? {};
  const page = URL.parse(listing);
  const isElsewhere = page?.protocol === 'https:' && !page.href.startsWith(new URL(`${publicUrl}/`).href);
  return own ?? (isElsewhere ? listing : null);
};

/** The sign-up URL with the signed reference that the product asks for. */
const withReference = (signUpUrl: string, reference: string): string => {
  const url = new URL(signUpUrl);
  url.searchParams.set('marketplace_reference', reference);
  return url.href;
};

/** What a buyer is told who is not sent on to a sign-up page. */
const arrivedState = async (db: OrgDb, entitlementId: string | null): Promise<LandingState> => {
  const state = entitlementId === null ? undefined : await findPurchaseState(db, entitlementId);
  if (state === undefined) return 'ARRIVING';
  return state === 'IN_FORCE' ? 'REGISTERED' : state;
};

const sendPage = (reply: FastifyReply, { html, policy }: LandingPage): FastifyReply =>
  reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);

/**
 * The page for a refusal. `seller`: of a request whose account is known. `again`: the token that the buyer came with, for another attempt;
 * the page has nothing else of the request.
 */
const refusalPage = (status: number, seller: Seller | undefined, again: LandingAgain | undefined): LandingPage => {
  if (status === 404) return composeUnknownPage();
  return status === 429 || status >= 500
    ? composeLandingPage('FAILED', seller, again)
    : composeLandingPage('EXPIRED', seller);
};

/**
 * The endpoints to which marketplaces send the buyer's browser. They identify and import the buyer and redirect to the
 * sign-up page of the product with a signed reference. Partners are queried before the transaction; what they cannot
 * say yet arrives later in a message.
 */
export const registerLanding = (server: FastifyInstance, options: LandingOptions): void => {
  const { environment, auth, log, limiter } = options;
  /** The organizations whose accounts requests were for, for the pages of refusals. */
  const sellers = new WeakMap<FastifyRequest, string>();
  /** The tokens of requests that have failed and can be repeated. */
  const tokens = new WeakMap<FastifyRequest, LandingAgain>();

  /** Undefined for a request that was refused before its account was found. A refusal is shown even without the database. */
  const sellerOf = async (request: FastifyRequest): Promise<Seller | undefined> => {
    const orgId = sellers.get(request);
    if (orgId === undefined) return undefined;
    try {
      return await loadSeller(environment.database.read(orgId));
    } catch (error) {
      log.warn(
        { requestId: request.id, reason: (error as Error).message },
        'the seller of a landing page could not be read',
      );
      return undefined;
    }
  };

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const door = await openDoor(options, request);
    sellers.set(request, door.orgId);
    let arrival: Arrival;
    try {
      arrival = await receive(options, door, request);
    } catch (error) {
      if (!isPartnerError(error)) throw error;
      log.warn(
        { requestId: request.id, partner: error.partner, code: error.partnerCode },
        'a landing was not resolved',
      );
      tokens.set(request, {
        field: marketplaceFacts[door.connection.partner].landingToken.field,
        token: tokenOf(door, request),
      });
      throw new Refusal('ServiceUnavailable', 'The marketplace cannot be reached now; try again.', undefined, {
        'retry-after': '5',
      });
    } finally {
      const { orgId, access, watch, marketplace } = door;
      const noting = { environment, log, orgId, requestId: request.id, prettify: marketplace.prettifyError };
      await noteCalls(noting, access.connectionId, watch.ends());
    }
    const db = environment.database.read(door.orgId);
    const entitlementId = arrival.entitlementId && decodeId('ent', arrival.entitlementId);
    const addresses = await findSignUp(db, {
      partner: door.connection.partner,
      entitlementId,
      productExternalId: arrival.productExternalId,
    });
    const signUpUrl = signUpUrlOf(addresses, options.publicUrl);
    if (signUpUrl === null)
      return sendPage(reply, composeLandingPage(await arrivedState(db, entitlementId), await loadSeller(db)));
    const reference = await signLandingReference(
      auth,
      { ...arrival, partner: door.connection.partner, orgId: encodeId('org', door.orgId) },
      { audience: new URL(signUpUrl).origin, now: environment.clock.wallNow() },
    );
    return reply.redirect(withReference(signUpUrl, reference), 303);
  };

  const uploads = uploadsOf(server);
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(formType, (_request: FastifyRequest, payload: IncomingMessage) =>
      receiveBody(payload, uploads, { maxBytes: bodyBytesMax }),
    );
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
      if ((body as Buffer).length === 0) done(null, undefined);
      else done(new Refusal('UnsupportedMediaType', `Send the token as ${formType}.`));
    });
    scope.setErrorHandler(async (error, request, reply) => {
      const refusal = refusalFrom(error);
      // Programs, and internal errors, get the usual responses.
      if (!refusal || !request.headers.accept?.includes('text/html')) throw error;
      const { status } = errorCodes[refusal.code];
      return sendPage(
        reply.status(status).headers(refusal.headers),
        refusalPage(status, await sellerOf(request), tokens.get(request)),
      );
    });
    for (const method of ['GET', 'POST'] as const) {
      scope.route({
        method,
        url: '/public/fulfillment/:partner/:connection',
        bodyLimit: bodyBytesMax,
        onRequest: async (request) => {
          if (!options.isServing()) {
            throw new Refusal('ServiceUnavailable', 'The service is starting or stopping.', undefined, {
              'retry-after': '1',
            });
          }
          const { allowed, headers } = limiter(networkOf(request.ip));
          if (!allowed) throw tooManyRequests(headers);
          refuseEncodedBody(request.headers['content-encoding']);
        },
        handler: handle,
      });
    }
  });
};
