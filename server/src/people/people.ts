import type { Mailer } from '../adapters/mail/port.ts';
import type { Auth } from '../auth/auth.ts';
import { globalReads, type Statements } from '../auth/store.ts';
import type { Ids } from '../kit/ids.ts';
import type { Engine } from './engine.ts';
import type { OidcPerson } from './engine-oidc.ts';
import { createGuessing, type Guessing } from './guessing.ts';
import { createMailQueue, type MailQueue } from './mail-queue.ts';

export type SignUpMode = 'open' | 'first' | 'off';

/** An invitation is accepted above this layer, where organizations are: undefined when the link is not good. */
export type AcceptInvitation = (acceptance: {
  token: string;
  accountId: string;
  requestId: string;
  sourceIp?: string;
}) => Promise<{ orgId: string; userId: string } | undefined>;

/** A person leaves an organization, above this layer, too: false when it does not belong there. Throws a Refusal: 409. */
export type LeaveOrganization = (leaving: {
  orgId: string;
  accountId: string;
  requestId: string;
  sourceIp?: string;
}) => Promise<boolean>;

export type PeopleOptions = {
  auth: Auth;
  ids: Ids;
  mailer: Mailer;
  signUp: SignUpMode;
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | null;
  acceptInvitation: AcceptInvitation;
  leaveOrganization: LeaveOrganization;
  /** Who comes by the identity provider and has no account yet. */
  mayEnter: (people: People, person: OidcPerson) => Promise<boolean>;
};

/** Accounts of one process. */
export type People = PeopleOptions & {
  reads: Statements;
  guessing: Guessing;
  mails: MailQueue;
  /** The account library, which takes half a second to load: at its first use. */
  engine(): Promise<Engine>;
};

export const createPeople = (options: PeopleOptions): People => {
  const { auth, ids, mailer, oidc, mayEnter } = options;
  const { database, secretKeys, log, issuer: authUrl, audience: publicUrl } = auth;
  const guessing = createGuessing({ throttle: auth.throttle, now: auth.now, database, secretKeys });
  let loading: Promise<Engine> | undefined;

  const load = async (): Promise<Engine> => {
    const { createEngine } = await import('./engine.ts');
    return createEngine({
      database,
      ids,
      log,
      secretKeys,
      authUrl,
      publicUrl,
      onReset: (system, reset) => people.mails.onReset(system, reset),
      oidc: oidc ? { ...oidc, mayEnter: (person) => mayEnter(people, person) } : undefined,
    });
  };

  const people: People = {
    ...options,
    reads: globalReads(database),
    guessing,
    engine: () => {
      loading ??= load().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    mails: createMailQueue({
      database,
      guessing,
      ids,
      secretKeys,
      mailer,
      log,
      authUrl,
      requestReset: async (email) => {
        const { api, atomically } = await people.engine();
        await atomically(() => api.requestPasswordReset({ body: { email } }));
      },
    }),
  };
  return people;
};
