import type { Statements } from '../auth/store.ts';
import { badRequest, notFound, Refusal } from '../kit/errors.ts';
import { anyAccount, hasInvitation, hasLogin, lockAccounts } from './account-store.ts';
import { type Begun, beginSession, type Origin } from './begin-session.ts';
import { engineHeaders, madeToken } from './engine-call.ts';
import { oidcId } from './engine-names.ts';
import type { OidcPerson } from './engine-oidc.ts';
import { oidcAddress } from './oidc-address.ts';
import type { People } from './people.ts';
import { waitsForFactor } from './provider-factor.ts';

/** Longer than people wait; it delays nothing else. */
const providerLimitMs = 15_000;

/**
 * Whether a person gets an account: if the setting allows it, or an organization has invited the person. Where only the first person
 * may sign up, others wait until the transaction ends, so that of two at once one is the first.
 */
export const mayCreateByOidc = async (
  { signUp }: Pick<People, 'signUp'>,
  system: Statements,
  { email }: Pick<OidcPerson, 'email'>,
): Promise<boolean> => {
  if (signUp === 'open' || (await hasInvitation(system, email.toLowerCase()))) return true;
  if (signUp !== 'first') return false;
  await lockAccounts(system);
  return !(await anyAccount(system));
};

/** A person who has signed in before may do so again. New people need to be allowed an account. */
export const mayEnterByOidc = async (people: People, { subject, email }: OidcPerson): Promise<boolean> => {
  const { database } = people.auth;
  return database.system(
    async (system) =>
      (await hasLogin(system, { providerId: oidcId, subject })) || mayCreateByOidc(people, system, { email }),
  );
};

const silent = (): Refusal =>
  new Refusal('ServiceUnavailable', 'The identity provider is not responding; try again.', undefined, {
    'retry-after': '5',
  });

const engineOf = async (people: People) => {
  if (!people.oidc) throw notFound('identity provider');
  const { oidc } = await people.engine();
  const api = await oidc();
  if (!api) throw silent();
  return api;
};

const inTime = <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(silent()), providerLimitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** The page to return to: always one of ours, whatever the caller sent. */
const ownPage = ({ auth }: People, returnTo: string): string => {
  const { origin } = new URL(auth.audience);
  const isPath = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(returnTo);
  if (!isPath || new URL(returnTo, origin).origin !== origin) {
    throw badRequest([{ path: 'returnTo', code: 'path', message: 'must be a path of this service, such as /console' }]);
  }
  return new URL(returnTo, origin).href;
};

export type Redirect = { location: string; cookies: string[] };

/** The URL of the provider's page, and the cookies that bind the return to this browser. */
export const beginOidc = async (people: People, returnTo: string, url: string, from: Origin): Promise<Redirect> => {
  const callbackURL = ownPage(people, returnTo);
  const address = oidcAddress(people.auth.issuer, people.auth.audience);
  // A cookie of this host would not be sent to the host to which the browser comes back.
  if (people.oidc && new URL(address).hostname !== new URL(url).hostname)
    return { location: `${address}?returnTo=${encodeURIComponent(returnTo)}`, cookies: [] };
  if (people.oidc) await people.guessing.mayBegin(from.address);
  const api = await engineOf(people);
  const { headers, response } = await inTime(
    api.signInSocial({
      body: { provider: oidcId, callbackURL, errorCallbackURL: callbackURL, disableRedirect: true },
      headers: engineHeaders(),
      returnHeaders: true,
    }),
  );
  return { location: (response as { url?: string }).url ?? callbackURL, cookies: headers.getSetCookie() };
};

/** The page that asks for the code of a second factor, and continues to `page`. */
const codePage = (page: string): string => {
  const { origin, href } = new URL(page);
  const asking = new URL('/console/sign-in', origin);
  asking.searchParams.set('secondFactor', 'TOTP');
  asking.searchParams.set('returnTo', href.slice(origin.length));
  return asking.href;
};

/**
 * Handles the return from the provider. Without a session, `location` gives the reason: `?error=…`, or
 * `?secondFactor=TOTP` where a code has yet to be given (`signInAfterProvider`).
 */
export const endOidc = async (
  people: People,
  { query, cookie }: { query: Readonly<Record<string, string | undefined>>; cookie: string },
  from: Origin,
): Promise<Redirect & { begun: Begun | undefined }> => {
  const api = await engineOf(people);
  const answer: Response = await inTime(
    api.callbackOAuth({
      params: { id: oidcId },
      query,
      headers: engineHeaders({ cookie }),
      asResponse: true,
    }),
  );
  const { origin } = new URL(people.auth.audience);
  const location = new URL(answer.headers.get('location') ?? '/', origin);
  const own = location.origin === origin ? location.href : `${origin}/${location.search}`;
  const state = answer.headers.getSetCookie().filter((line) => /max-age=0/i.test(line));
  const waiting = waitsForFactor(answer.headers.getSetCookie());
  if (waiting !== undefined) return { location: codePage(own), cookies: [...state, waiting], begun: undefined };
  const made = madeToken(answer.headers);
  const begun = made === undefined ? undefined : await beginSession(people, { inner: made, proof: 'PRIMARY' }, from);
  return { location: own, cookies: state, begun };
};
