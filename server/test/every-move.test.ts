import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { type CapabilityName, marketplacesThatCan } from '../src/contract/capabilities.ts';
import type { ActEndpoint, Endpoint, ReadEndpoint } from '../src/contract/endpoint.ts';
import { marketplaceCodes } from '../src/contract/marketplaces/marketplaces.ts';
import { endpoints } from '../src/domain/endpoints.ts';
import { decodeId } from '../src/kit/ids.ts';
import { type Reply, startApp, type TestApp } from './app.ts';
import { callerFor, examples } from './examples/all.ts';
import { type Example, sentOf } from './examples/example.ts';

/**
 * An endpoint enforces the statuses and marketplaces in its record: in every status not listed
 * it responds with 409 and names the allowed ones, and likewise for every marketplace without the capability.
 */

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

/** The path parameter that names the entity the endpoint is about. */
const subjectOf = ({ params }: Endpoint) => Object.entries(params).at(-1);

const change = async (endpoint: Endpoint, example: Example, column: string, value: string): Promise<void> => {
  const [name, parameter] = subjectOf(endpoint) ?? [];
  assert.ok(name !== undefined && parameter);
  const given = example.params?.[name] ?? '';
  const id = 'id' in parameter ? decodeId(parameter.id, given) : given;
  const table = sql.table(parameter.noun.replaceAll(' ', '_'));
  await app.database.write(app.acme.uuid, async (db) => {
    await sql`update ${table} set ${sql.ref(column)} = ${value} where org_id = ${app.acme.uuid} and id = ${id}`.execute(
      db.raw,
    );
  });
};

const exampleOf = async (endpoint: Endpoint): Promise<Example> => {
  const example = await examples[endpoint.id]?.(app, app.acme);
  assert.ok(example, `${endpoint.id} has no example`);
  return example;
};

/** A read is sent unchanged; an act is sent as a dry run. */
const rehearse = (endpoint: ActEndpoint | ReadEndpoint, example: Example): Promise<Reply> => {
  const { params, query: given } = example;
  const path = endpoint.path
    .replace(/^\/org\/\{orgId\}/, '')
    .replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params?.[part] ?? ''));
  const dry = endpoint.kind === 'act' ? 'dryRun=true' : '';
  const query = [given?.replaceAll(/[ "%]/g, encodeURIComponent), dry].filter(Boolean).join('&');
  return callerFor(endpoint, app.acme).call(endpoint.method, `${path}?${query}`, sentOf(example));
};

const acting = endpoints.filter((endpoint) => endpoint.kind === 'act');

for (const endpoint of acting) {
  const { moves } = endpoint;
  if (!moves || subjectOf(endpoint)?.[1].noun !== moves.noun) continue;
  describe(`${endpoint.id}: statuses`, () => {
    for (const status of moves.statuses) {
      const isServed = moves.from.includes(status) || moves.repeats.includes(status);
      test(`${isServed ? 'takes' : 'refuses'} ${status}`, async () => {
        const example = await exampleOf(endpoint);
        await change(endpoint, example, 'status', status);
        const reply = await rehearse(endpoint, example);
        const { code, info } = reply.body as { code?: string; info?: { status?: string; allowedFrom?: string[] } };
        if (isServed) {
          // An endpoint of several acts may refuse the example's act and accept another.
          assert.ok(!info?.allowedFrom?.includes(status), reply.text);
          assert.ok(!info?.allowedFrom || info.allowedFrom.length < moves.from.length, reply.text);
          return;
        }
        assert.deepEqual([reply.status, code, info?.status], [409, 'Conflict', status], reply.text);
        assert.ok(
          info?.allowedFrom?.every((one) => moves.from.includes(one)),
          reply.text,
        );
      });
    }
  });
}

const needing = endpoints.filter((endpoint) => endpoint.kind === 'act' || endpoint.kind === 'read');

for (const endpoint of needing) {
  const needs = [endpoint.needs ?? []].flat();
  const cannot = marketplaceCodes.filter(
    (partner) => needs.length > 0 && !needs.some((name) => marketplacesThatCan(name).includes(partner)),
  );
  describe(`${endpoint.id}: marketplaces`, () => {
    for (const partner of cannot) {
      test(`refuses ${partner}`, async () => {
        const example = await exampleOf(endpoint);
        if (subjectOf(endpoint)) await change(endpoint, example, 'partner', partner);
        else Object.assign(example.body as object, { partner });
        const reply = await rehearse(endpoint, example);
        const { code, info } = reply.body as {
          code?: string;
          info?: { capability?: CapabilityName; partner?: string };
        };
        assert.deepEqual([reply.status, code, info?.partner], [409, 'Conflict', partner], reply.text);
        assert.ok(info?.capability && needs.includes(info.capability), reply.text);
      });
    }
  });
}
