import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { ValidateFunction } from 'ajv';
import { createStrictReader, type Read } from '../../tools/demo/strict-reader.ts';
import { type PartnerDocumentName, partnerDocuments } from '../src/contract/partner-documents/documents.ts';
import type { PartnerDocuments } from '../src/contract/partner-documents/notation.ts';
import { createShownDocument } from '../src/contract/partner-documents/shown-documents.ts';
import { endpoints } from '../src/domain/endpoints.ts';
import { OfferInfo } from '../src/domain/offer/schema.ts';
import { startApp, type TestApp } from './app.ts';
import { callerFor, examples } from './examples/all.ts';
import { sentOf } from './examples/example.ts';
import { filledWith } from './fill-document.ts';
import { liftFence } from './lift-fence.ts';
import { createReferenceCheck, referenceIsMissing } from './reference-schemas.ts';

// Releases before 0.2.0 stored partner documents as received. Whatever they contain, strict clients can read every list
// and every object, from the first read after the upgrade.

type Json = Record<string, unknown>;
const documents: PartnerDocuments = partnerDocuments;

let app: TestApp;
let api: { components: { schemas: Record<string, { properties?: Record<string, Json> }> } } & Json;
before(async () => {
  app = await startApp({}, { idle: true });
  for (const endpoint of endpoints) {
    const example = (await examples[endpoint.id]?.(app, app.acme)) ?? {};
    const { params = {}, query = '' } = example;
    const inside = endpoint.path.startsWith('/org/{orgId}');
    const path = endpoint.path
      .replace(/^\/org\/\{orgId\}/, '')
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const address = `${inside ? path : `/${path}`}${query && `?${query.replaceAll(/[ "%]/g, encodeURIComponent)}`}`;
    await callerFor(endpoint, app.acme).call(endpoint.method, address, sentOf(example));
  }
  api = (await app.anonymous('GET', '/openapi.json')).body;
});
after(() => app.close());

const nameIn = (schema: Json | undefined): string | undefined => /\/(\w+)$/.exec(String(schema?.$ref ?? ''))?.[1];

/** An object of that name in the document that contains only its partner documents, each filled with the value. */
const planted = (name: string, value: unknown): Json => {
  const members = Object.entries(api.components.schemas[name]?.properties ?? {}).map(([member, schema]) => {
    const inList = nameIn(schema.items as Json | undefined);
    const named = inList ?? nameIn(schema);
    if (named === undefined) return [member, undefined];
    const inner = named in documents ? filledWith(value, named) : planted(named, value);
    if (Object.keys(inner as Json).length === 0) return [member, undefined];
    return [member, inList ? (named in documents ? [inner, value] : [inner]) : inner];
  });
  return Object.fromEntries(members.filter(([, inner]) => inner !== undefined));
};

/** Columns with stored documents, by the name of what is shown of them. */
const places = [
  ['buyer', 'info', 'BuyerInfo'],
  ['wallet', 'info', 'BillingWalletInfo'],
  ['product', 'info', 'ProductInfo'],
  ['product', 'meta_info', 'WorkloadMetaInfo'],
  ['offer', 'info', 'OfferInfo'],
  ['offer', 'meta_info', 'WorkloadMetaInfo'],
  ['offer_set', 'meta_info', 'WorkloadMetaInfo'],
  ['entitlement', 'info', 'EntitlementInfo'],
  ['entitlement', 'meta_info', 'WorkloadMetaInfo'],
  ['entitlement_term', 'entitlement_info', 'EntitlementInfo'],
] as const;

const usageCalls = {
  AWS: ['AwsMarketplaceMeteringBatchMeterUsageInput', 'AwsMeteringBatchMeterUsageOutput'],
  AZURE: ['AzureMarketplaceMeteringBatchUsageEvent', 'AzureMeteringBatchUsageEventOkResponse'],
  GCP: ['GcpMarketplaceMeteringOperation', 'GcpServiceControlReportResponse'],
} as const satisfies Record<string, readonly PartnerDocumentName[]>;

const tables = [...new Set(places.map(([table]) => table)), 'usage_report', 'usage_call', 'usage_report_send'];

/** Puts the value into every member of every stored partner document. */
const plant = (value: unknown, partner: keyof typeof usageCalls): Promise<void> =>
  liftFence(app.database.pool, tables, async (client) => {
    for (const [table, column, shape] of places) {
      const members = JSON.stringify(planted(shape, value));
      const { rowCount } = await client.query(`update ${table} set ${column} = ${column} || $1::jsonb`, [members]);
      assert.ok(rowCount, `no ${table} was planted`);
    }
    const [request, response] = usageCalls[partner].map((name) => JSON.stringify(filledWith(value, name)));
    await client.query('update usage_report set partner = $1', [partner]);
    const { rowCount } = await client.query(
      `update usage_call c set response = $1::jsonb, request = case when $2 then jsonb_build_object('operations',
          jsonb_build_array($3::jsonb || jsonb_build_object('operationId', s.row_id))) else $3::jsonb end
        from usage_report_send s where s.org_id = c.org_id and s.call_id = c.id`,
      [response, partner === 'GCP', request],
    );
    assert.ok(rowCount, 'no usage call was planted');
  });

const contract = resolve(import.meta.dirname, '../../../shared/contract/operations.json');
type Reference = { method: string; path: string; response: string | null; shape: string };

/** Validates a response with the reference's own schemas; null if the reference has none for it. */
const createReferenceJudge = (): ((method: string, path: string, body: unknown) => string[] | null) => {
  const check = createReferenceCheck();
  const operations = (JSON.parse(readFileSync(contract, 'utf8')) as Reference[]).flatMap(
    ({ method, path, response }) => {
      const [, list, name] = /^(array<)?(\w+)>?$/.exec(response ?? '') ?? [];
      if (name === undefined) return [];
      let validate: ValidateFunction;
      try {
        validate = check(name);
      } catch {
        return [];
      }
      return [
        {
          method,
          pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
          list: list !== undefined,
          validate,
        },
      ];
    },
  );
  return (method, path, body) => {
    const address = path.replace(/\?.*$/, '');
    const found = operations.find((one) => one.method === method.toUpperCase() && one.pattern.test(address));
    if (!found) return null;
    return (found.list ? (body as unknown[]) : [body]).flatMap((item) =>
      found.validate(item)
        ? []
        : (found.validate.errors ?? []).map(({ instancePath, message }) => `${path}: ${instancePath} ${message}`),
    );
  };
};

/** One of each sort; `partner-words.test.ts` puts all of these, and more, into each document. */
const values: readonly unknown[] = [
  null,
  'pendingacceptance',
  '2026-01-31',
  1_769_854_830.5,
  { year: 2026, month: 2, day: 3 },
  [null],
];

describe('stored documents of earlier releases are read by strict clients', { skip: referenceIsMissing }, () => {
  let judgeByReference: ReturnType<typeof createReferenceJudge>;
  let reader: ReturnType<typeof createStrictReader>;
  before(() => {
    judgeByReference = createReferenceJudge();
    const holds =
      /\/(product|offer|offerSet|entitlement|entitlementTerm|buyer|wallet|usageRecordReport|usageRecordGroup)\b/i;
    const paths = Object.entries(api.paths as Json).filter(([path]) => holds.test(path));
    reader = createStrictReader({ ...api, paths: Object.fromEntries(paths) });
  });
  const partners = Object.keys(usageCalls) as (keyof typeof usageCalls)[];
  for (const [index, value] of values.entries()) {
    const partner = partners[index % partners.length] as (typeof partners)[number];
    test(`${JSON.stringify(value)}, usage submitted to ${partner}`, async () => {
      await plant(value, partner);
      const faults: string[] = [];
      let judged = 0;
      const read: Read = async (method, path) => {
        const reply = await app.anonymous(method.toUpperCase(), path, {
          headers: { authorization: `Bearer ${app.acme.owner.token}` },
          ...(method === 'post' ? { body: {} } : {}),
        });
        // Few agreements have a pending renewal, and some reads need a body: the reference has no shape for a refusal.
        const found = reply.status === 200 ? judgeByReference(method, path, reply.body) : null;
        if (found) judged += 1;
        faults.push(...(found ?? []));
        return { status: reply.status, body: reply.body, link: reply.headers.get('link') };
      };
      const reading = await reader.readEverything(app.acme.id, read);
      assert.deepEqual([...reading.faults, ...faults].slice(0, 10), []);
      assert.ok(judged > 20, `${judged} answers were held against the reference`);
    });
  }
});

test('what is right already is neither parsed nor written again', () => {
  const shown = createShownDocument(OfferInfo.reply);
  const plain = '{"currency": "USD", "eulaType": "SCMP"}';
  assert.equal(shown.showText(plain), plain);
  const right =
    '{"azurePrivateOffer": {"id": "private-offer/1", "subState": "accepted"}, "commitAmount": 12345678901234567.5}';
  assert.equal(shown.showText(right), right);
  const old =
    '{"azurePrivateOffer": {"subState": "pendingacceptance", "end": null}, "commitAmount": 12345678901234567.5}';
  assert.equal(
    shown.showText(old),
    '{"azurePrivateOffer":{"subState":"pendingAcceptance"},"commitAmount":12345678901234567.5}',
  );
});
