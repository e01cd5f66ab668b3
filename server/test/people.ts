import { findMemberships } from '../src/auth/members.ts';
import { createSecretKeys } from '../src/auth/secrets.ts';
import { globalReads } from '../src/auth/store.ts';
import type { ActCall } from '../src/contract/call.ts';
import { type EventName, eventCatalogue } from '../src/contract/events.ts';
import type { Database } from '../src/db/database.ts';
import { createOrganization } from '../src/domain/organization/actions/create-organization.ts';
import { type ActEnvironment, runAct } from '../src/engine/run-act.ts';
import { startWorkflow } from '../src/engine/start.ts';
import { systemClock } from '../src/kit/clock.ts';
import { createIds, decodeId } from '../src/kit/ids.ts';
import { addAccount, type Person } from './accounts.ts';
import { testDatabase } from './app.ts';

type Act = <T>(work: (call: ActCall) => Promise<T>) => Promise<T>;

/** People and their memberships in organizations, without HTTP: acts run as the edge runs them. */
export type People = {
  database: Database;
  environment: ActEnvironment;
  /** Adds a person who has signed up. */
  addPerson(email: string, firstName?: string, lastName?: string): Promise<Person>;
  /** Founds an organization for the person. Returns its UUID. */
  found(person: Person): Promise<string>;
  membershipOf(
    person: Person,
    orgId: string,
  ): ReturnType<typeof findMemberships> extends Promise<Map<string, infer M>> ? Promise<M | undefined> : never;
  /** Acts with the person's current membership in the organization. */
  as(person: Person, orgId: string): Promise<Act>;
  /** Acts as the service itself. */
  asService(orgId: string): Act;
  close(): Promise<void>;
};

const everyEvent = Object.keys(eventCatalogue) as EventName[];

export const startPeople = async (): Promise<People> => {
  const database = await testDatabase();
  const ids = createIds(systemClock);
  const secretKeys = createSecretKeys('0123456789abcdef0123456789abcdef');
  const environment: ActEnvironment = {
    database,
    clock: systemClock,
    ids,
    secretKeys,
    authUrl: 'https://auth.test',
    startWorkflow,
  };
  const common = { action: 'test', requestId: 'r', emits: everyEvent };
  const membershipOf: People['membershipOf'] = async (person, orgId) =>
    (await findMemberships(globalReads(database), person.id)).get(orgId);
  return {
    database,
    environment,
    membershipOf,
    addPerson: async (email, firstName = '', lastName = '') => {
      const person = { id: ids.next(), email, firstName, lastName };
      await addAccount(database, person);
      return person;
    },
    found: async (person) => {
      const orgId = ids.next();
      const actor = { type: 'user', id: person.id, name: person.email } as const;
      const outcome = await runAct(environment, { ...common, orgId, actor, accountId: person.id }, (call) =>
        createOrganization(call, { body: { name: 'Acme' } }),
      );
      return decodeId('org', (outcome.reply as { id: string }).id) as string;
    },
    as: async (person, orgId) => {
      const membership = await membershipOf(person, orgId);
      if (!membership) throw new Error(`${person.email} does not belong to the organization`);
      const request = { ...common, orgId, actor: membership.actor, membership, accountId: person.id };
      return async (work) => (await runAct(environment, request, work)).reply as never;
    },
    asService: (orgId) => async (work) => {
      const actor = { type: 'schedule', id: 'test', name: 'test' } as const;
      return (await runAct(environment, { ...common, orgId, actor }, work)).reply as never;
    },
    close: () => database.close(),
  };
};
