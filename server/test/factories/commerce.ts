import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AgreementRead, OfferRead, ProductRead } from '../../src/adapters/marketplace/port.ts';
import { createSecretKeys } from '../../src/auth/secrets.ts';
import type { ActCall, ReadCall } from '../../src/contract/call.ts';
import { type EventName, eventCatalogue } from '../../src/contract/events.ts';
import type { Database } from '../../src/db/database.ts';
import { type ActEnvironment, runAct } from '../../src/engine/run-act.ts';
import { partsOfName } from '../../src/engine/start.ts';
import { createMovableClock } from '../../src/kit/clock.ts';
import { createIds } from '../../src/kit/ids.ts';
import { encodeJson, parseJson } from '../../src/kit/json.ts';
import { testDatabase } from '../app.ts';

/** Products, offers and agreements as a marketplace shows them, and acts upon them without a service around. */

export type Emitted = { name: string; entity_id: string; version: number; payload: Record<string, unknown> };

export type World = {
  database: Database;
  clock: ReturnType<typeof createMovableClock>;
  /** Acts and reads are of this organization; tests may change it. */
  orgId: string;
  connection: { id: string; partner: 'AWS'; accountId: string };
  /** The workflows that acts started. */
  started: { name: string; input: unknown }[];
  act<T>(
    run: (call: ActCall) => Promise<T>,
    options?: { orgId?: string; ifMatch?: string; emits?: readonly EventName[] },
  ): Promise<T>;
  read<T>(
    run: (call: ReadCall) => Promise<T>,
    options?: { orgId?: string; url?: string },
  ): Promise<{ reply: T; headers: Record<string, string> }>;
  /** Events of an entity in their order. */
  events(entityId: string): Promise<Emitted[]>;
  audits(): Promise<{ action: string; entity_type: string; entity_id: string }[]>;
  close(): Promise<void>;
};

const actor = { type: 'app', id: 'app_test', name: 'test' } as const;

export const openWorld = async (): Promise<World> => {
  const database = await testDatabase();
  const clock = createMovableClock(new Date('2026-11-20T10:00:00Z'));
  const started: World['started'] = [];
  const environment: ActEnvironment = {
    database,
    clock,
    ids: createIds(clock),
    secretKeys: createSecretKeys('commerce '.repeat(8)),
    authUrl: 'https://auth.test',
    startWorkflow: async (db, { operationId, name, input, entityId, now }) => {
      started.push({ name, input });
      const { scope, action, service } = partsOfName(name);
      await sql`insert into operation (org_id, id, name, scope, action, service, entity_id, actor, input, start_time)
        values (${db.orgId}, ${operationId}, ${name}, ${scope}, ${action}, ${service}, ${entityId}, '{}', ${JSON.stringify(input)}, ${now})
      `.execute(db.raw);
    },
  };
  const world: World = {
    database,
    clock,
    orgId: randomUUID(),
    connection: { id: randomUUID(), partner: 'AWS', accountId: '111122223333' },
    started,
    act: async (run, options = {}) => {
      const outcome = await runAct(
        environment,
        {
          orgId: options.orgId ?? world.orgId,
          actor,
          action: 'test',
          requestId: randomUUID(),
          emits: options.emits ?? (Object.keys(eventCatalogue) as EventName[]),
          ...(options.ifMatch === undefined ? {} : { ifMatch: options.ifMatch }),
        },
        run,
      );
      return outcome.reply as never;
    },
    read: async (run, options = {}) => {
      const headers: Record<string, string> = {};
      const id = options.orgId ?? world.orgId;
      const reply = await run({
        db: database.read(id),
        dbOf: (other) => database.read(other),
        orgId: id,
        actor,
        now: clock.now(),
        url: options.url ?? '/list',
        setHeader: (name, value) => {
          headers[name] = value;
        },
        setVersion: (version) => {
          headers.etag = `"${version}"`;
        },
      });
      return { reply: parseJson(encodeJson(reply)) as typeof reply, headers };
    },
    events: async (entityId) =>
      (
        await database.pool.query(
          'select name, entity_id, version::int, payload from outbox where org_id = $1 and entity_id = $2 order by version, position',
          [world.orgId, entityId],
        )
      ).rows,
    audits: async () =>
      (
        await database.pool.query(
          'select action, entity_type, entity_id from audit_event where org_id = $1 order by id',
          [world.orgId],
        )
      ).rows,
    close: () => database.close(),
  };
  return world;
};

export const aProductRead = (fields: Partial<ProductRead> = {}): ProductRead => ({
  entityId: 'prod-abcdefghijklm',
  externalId: 'code123',
  title: 'Acme Analytics',
  status: 'LIMITED',
  productType: 'CONTRACT',
  fulfillmentUrl: 'https://acme.example/fulfil',
  dimensions: [
    { key: 'seats', name: 'Seats', description: 'Named users', unit: 'Units', types: ['Entitled'] },
    { key: 'gb', name: 'Gigabytes', description: 'Stored', unit: 'Units', types: ['Metered'] },
    { key: 'calls', name: 'Calls', description: 'API calls', unit: 'Units', types: ['ExternallyMetered'] },
  ],
  meteringKey: 'LICENSE',
  version: 1,
  document: {
    productId: 'prod-abcdefghijklm',
    Description: { ProductTitle: 'Acme Analytics', ProductCode: 'code123' },
  },
  ...fields,
});

export const anOfferRead = (fields: Partial<OfferRead> = {}): OfferRead => ({
  externalId: 'offer-outside00001',
  name: 'Offer made elsewhere',
  description: '',
  state: 'RELEASED',
  isPrivate: true,
  productEntityId: 'prod-abcdefghijklm',
  buyerAccountIds: ['444455556666'],
  expireTime: new Date('2026-12-31T23:59:59.999Z'),
  currency: 'USD',
  upfront: { price: '1200', durationIso: 'P12M' },
  usageRates: [{ key: 'gb', price: '0.125' }],
  agreementDurationIso: 'P12M',
  agreementStart: null,
  agreementEnd: null,
  version: 1,
  document: {},
  ...fields,
});

export const anAgreementRead = (fields: Partial<AgreementRead> = {}): AgreementRead => ({
  externalId: 'agmt-1',
  status: 'ACTIVE',
  offerExternalId: 'offer-outside00001',
  initialAgreementId: fields.externalId ?? 'agmt-1',
  productEntityId: 'prod-abcdefghijklm',
  buyerAccountId: '444455556666',
  startTime: new Date('2026-11-20T09:00:00Z'),
  endTime: new Date('2027-11-20T09:00:00Z'),
  acceptanceTime: new Date('2026-11-20T09:00:00Z'),
  currency: 'USD',
  value: '1200',
  usageRates: [{ key: 'gb', price: '0.125' }],
  autoRenew: false,
  licenseArn: null,
  version: 1,
  document: { agreementId: fields.externalId ?? 'agmt-1', status: fields.status ?? 'ACTIVE' },
  ...fields,
});

/** The body of an offer that passes every check, for a product of that id. */
export const aCompleteOffer = (productID: string, fields: object = {}, info: object = {}) => ({
  name: 'Acme for Globex',
  partner: 'AWS',
  productID,
  expireTime: '2026-12-31T00:00:00Z',
  ...fields,
  info: {
    buyerAwsAccountIds: ['444455556666'],
    currency: 'USD',
    commits: [{ key: 'seats', rate: 1200.5, quantity: 2, length: 12, timeUnit: 'MONTH' }],
    dimensions: [
      { key: 'gb', rate: 0.00000125 },
      { key: 'calls', rate: 0.01 },
    ],
    eulaType: 'SCMP',
    ...info,
  },
});
