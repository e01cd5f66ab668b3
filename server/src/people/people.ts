import type { Mailer } from '../adapters/mail/port.ts';
import type { Auth } from '../auth/auth.ts';
import { globalReads, type Statements } from '../auth/store.ts';
import type { Ids } from '../kit/ids.ts';
import { loadOnce } from '../kit/load-once.ts';
import type { Engine } from './engine.ts';
import type { OidcPerson } from './engine-oidc.ts';
import { createGuessLimits, type GuessLimits } from './guess-limits.ts';
import { createMailQueue, type MailQueue } from './mail-queue.ts';

export type SignUpMode = 'open' | 'first' | 'off';

/**
 * Accepts an invitation; implemented above this layer, where organizations are. Returns undefined if the link is
 * invalid.
 */
export type AcceptInvitation = (acceptance: {
  token: string;
  accountId: string;
  requestId: string;
  sourceIp?: string;
}) => Promise<{ orgId: string; userId: string } | undefined>;

/**
 * Removes a person from an organization; also implemented above this layer. Returns false if the person is not a
 * member. Throws a Refusal: 409.
 */
export type LeaveOrganization = (leaving: {
  orgId: string;
  accountId: string;
  requestId: string;
  sourceIp?: string;
}) => Promise<boolean>;

/** What the holder of a link to a partner invitation may know before answering. */
export type LinkShown = {
  companyName: string;
  sender: { organizationName: string; userName: string };
  relationship: string;
  engagementType: string;
  acceptBy: string;
};

type PartnerAnswer<Organization> = {
  token: string;
  organization: Organization;
  accountId: string;
  requestId: string;
  sourceIp?: string;
};

/**
 * Partner invitations by their links; also implemented above this layer. Undefined, or false, if the link cannot be used.
 * Those that answer throw a Refusal: 403, 404, 409.
 */
export type PartnerInvitations = {
  show(token: string): Promise<LinkShown | undefined>;
  /** IDs, as clients see them, of the organizations for which a person may answer invitations. */
  mayAnswer(accountId: string): Promise<string[]>;
  accept(
    answer: PartnerAnswer<{ id: string } | { name: string }>,
  ): Promise<{ organizationId: string; partnerId: string } | undefined>;
  receive(answer: PartnerAnswer<{ id: string }>): Promise<{ organizationId: string; invitationId: string } | undefined>;
  decline(answer: { token: string; requestId: string }): Promise<boolean>;
};

export type PeopleOptions = {
  auth: Auth;
  ids: Ids;
  mailer: Mailer;
  signUp: SignUpMode;
  /** Partners are simulated: this is a sandbox. */
  simulated: boolean;
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | null;
  acceptInvitation: AcceptInvitation;
  leaveOrganization: LeaveOrganization;
  partnerInvitations: PartnerInvitations;
  /** Whether a person from the identity provider who has no account yet may sign in. */
  mayEnter: (people: People, person: OidcPerson) => Promise<boolean>;
  /** The same where the account is created, in the transaction that does so. */
  mayCreate: (people: People, system: Statements, person: Pick<OidcPerson, 'email'>) => Promise<boolean>;
};

/** The accounts of one process. */
export type People = PeopleOptions & {
  reads: Statements;
  guessing: GuessLimits;
  mails: MailQueue;
  /** Links that sign a person in, by the hashes of their tokens. They end with the process that made them. */
  signInLinks: Map<string, { accountId: string; until: number }>;
  /** The account library. It takes half a second to load, so it is loaded on first use. */
  engine(): Promise<Engine>;
};

export const createPeople = (options: PeopleOptions): People => {
  const { auth, ids, mailer, oidc, mayEnter, mayCreate } = options;
  const { database, secretKeys, log, issuer: authUrl, audience: publicUrl } = auth;
  const guessing = createGuessLimits({ throttle: auth.throttle, now: auth.now, database, secretKeys });
  const engine = loadOnce(async () => {
    const { createEngine } = await import('./engine.ts');
    return createEngine({
      database,
      ids,
      log,
      secretKeys,
      authUrl,
      publicUrl,
      onReset: (system, reset) => people.mails.onReset(system, reset),
      mayCreate: (system, person) => mayCreate(people, system, person),
      oidc: oidc ? { ...oidc, mayEnter: (person) => mayEnter(people, person) } : undefined,
    });
  });

  const people: People = {
    ...options,
    reads: globalReads(database),
    guessing,
    signInLinks: new Map(),
    engine,
    mails: createMailQueue({
      database,
      guessing,
      ids,
      secretKeys,
      mailer,
      log,
      publicUrl,
      requestReset: async (email) => {
        const { api, atomically } = await people.engine();
        await atomically(() => api.requestPasswordReset({ body: { email } }));
      },
    }),
  };
  return people;
};
