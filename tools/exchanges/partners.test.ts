import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import type { Exchange } from '../../simulators/kit/record.ts';
import { adyenContract } from './adyen/contract.ts';
import { azureContract } from './azure/contract.ts';
import { checkExchange } from './google/check-google.ts';
import { readProtos } from './google/protos.ts';
import { createOpenApiCheck, type OpenApi } from './openapi/check-openapi.ts';

const dataFolder = resolve(import.meta.dirname, '../../../shared/partners/data');
const skip = existsSync(dataFolder) ? false : `there is no ${dataFolder}`;

const asked: Exchange = {
  simulator: 'any',
  time: '2026-11-20T06:00:00.000Z',
  method: 'GET',
  path: '/',
  query: '',
  requestHeaders: {},
  requestBody: '',
  status: 200,
  responseHeaders: {},
  responseBody: '',
};

const reportColumns = [
  'Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type',
  'Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency',
  'Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC)',
  'Payment Method Variant,Modification Merchant Reference,Batch Number',
  'Reserved4,Reserved5,Reserved6,Reserved7,Reserved8,Reserved9,Reserved10',
];

const document: OpenApi = {
  paths: {
    '/things/{id}': {
      post: {
        parameters: [{ name: 'version', in: 'query', required: true }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
        },
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
          '404': {},
        },
      },
    } as unknown as OpenApi['paths'][string],
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', maxLength: 3 },
          day: { type: 'string', enum: ['MON'] },
          at: { type: 'string', format: 'date-time' },
          none: { type: 'string', nullable: true },
          of: { oneOf: [{ $ref: '#/components/schemas/Left' }, { $ref: '#/components/schemas/Right' }] },
        },
      },
      Left: { type: 'object', required: ['left'], properties: { left: { type: 'string' } } },
      Right: { type: 'object', required: ['right'], properties: { right: { type: 'string' } } },
    },
  },
};

describe('exchanges checked against an OpenAPI document', () => {
  const check = createOpenApiCheck('Things', document);
  const good: Exchange = {
    ...asked,
    method: 'POST',
    query: 'version=1',
    requestHeaders: { 'content-type': 'application/json' },
    requestBody: { name: 'abc', day: 'MON', none: null, of: { left: 'x' } },
    responseBody: { name: 'abc', at: '2026-11-20T06:00:00Z' },
  };
  const found = (change: Partial<Exchange>): string[] | undefined =>
    check({ ...good, ...change }, '/things/7')?.map(({ side, at, rule }) => `${side} ${at}: ${rule}`);

  it('have no differences if they match what the partner publishes', () => {
    assert.deepEqual(found({}), []);
    assert.deepEqual(found({ status: 404, responseBody: '' }), []);
    assert.equal(check(good, '/elsewhere'), null);
  });

  it('differ in fields, enums, types, lengths, formats, parameters and statuses', () => {
    const of = (requestBody: unknown) => found({ requestBody });
    assert.deepEqual(of({ name: 'abc', more: 1 }), ['request more: unknown member']);
    assert.deepEqual(of({}), ['request name: missing member']);
    assert.deepEqual(of({ name: 'abcd' }), ['request name: maxLength']);
    assert.deepEqual(of({ name: 'abc', day: 'TUE' }), ['request day: not in the enum']);
    assert.deepEqual(of({ name: 'abc', of: { left: 'x', right: 'y' } }), ['request of: none of its variants']);
    assert.deepEqual(found({ responseBody: { name: 'abc', at: 'now' } }), ['answer at: no date-time']);
    assert.deepEqual(found({ responseBody: { name: null } }), ['answer name: wrong type']);
    assert.deepEqual(found({ query: 'versoin=1' }), [
      'request versoin: unknown parameter',
      'request version: missing parameter',
    ]);
    assert.deepEqual(found({ status: 202 }), ['answer : undeclared status']);
    assert.deepEqual(found({ requestBody: '' }), ['request : missing body']);
    assert.deepEqual(found({ fault: 'half', responseBody: 'x' }), [], 'a spoiled answer is nobody’s wire');
  });

  it('the documents of Microsoft and Adyen can be read', { skip }, () => {
    const azure = azureContract.load(dataFolder);
    const [wrong] = azure({ ...asked, path: '/azure/api/saas/subscription' });
    assert.equal(wrong?.rule, 'no such operation');
    const adyen = adyenContract.load(dataFolder);
    const payment = { ...asked, method: 'POST', path: '/adyen/checkout/v72/payments', requestBody: {}, status: 422 };
    assert.ok(adyen(payment).some(({ at, rule }) => at === 'returnUrl' && rule === 'missing member'));
  });

  it('an Adyen report has the published columns, with values in their formats', { skip }, () => {
    const row = `Co,Shop,PSP,"a, ""b""",visa,2026-03-02 11:00:00,CET,Settled,MOD,EUR,,1.00,1,EUR,,0.99,,,,0.01,visa,,1,,,,,,,`;
    const header = reportColumns.join(',');
    const path = '/adyen/reports/download/MerchantAccount/Shop/settlement_detail_report_batch_1.csv';
    const check = adyenContract.load(dataFolder);
    const rulesOf = (responseBody: string): string[] =>
      check({ ...asked, path, responseHeaders: { 'content-type': 'text/csv' }, responseBody }).map(
        ({ at, rule }) => `${at} ${rule}`,
      );
    assert.deepEqual(rulesOf(`${header}\n${row}\n`), []);
    assert.deepEqual(rulesOf(`${header}\n${row.replace('Settled', 'Eaten')}\n`), ['[].8 wrong form']);
    assert.deepEqual(rulesOf(`${header}\n${row},\n`), ['[] wrong number of fields']);
    assert.deepEqual(rulesOf(`${header},More\n`), [' wrong columns']);
  });
});

const proto = `
package some.v1;
// A comment with a "quote.
service Things {
  rpc GetThing(GetThingRequest) returns (Thing) {
    option (google.api.http) = { get: "/v1beta/{name=things/*}" };
    option (google.api.method_signature) = "name";
  }
  rpc CreateThing(CreateThingRequest)
      returns (Thing) {
    option (google.api.http) = {
      post: "/v1beta/{parent=rooms/*}/things"
      body: "the_thing"
    };
  }
}
message GetThingRequest { string name = 1 [(google.api.field_behavior) = REQUIRED]; int32 page_size = 2; }
message CreateThingRequest { string parent = 1; Thing the_thing = 2; }
message Thing {
  enum State { STATE_UNSPECIFIED = 0; OPEN = 1; }
  message Inner { int64 big_count = 1; }
  string name = 1;
  State state = 2;
  Inner inner = 3 [(google.api.field_behavior) = REQUIRED];
  repeated string tags = 4;
  map<string, Inner> inners = 5;
  oneof price { google.type.Money money = 6; google.protobuf.Duration wait = 7; }
  google.protobuf.Timestamp create_time = 8;
}
`;

describe('exchanges checked against Google’s protos', () => {
  const folder = mkdtempSync(join(tmpdir(), 'protos-'));
  writeFileSync(join(folder, 'some.proto'), proto);
  const protos = readProtos(folder);
  rmSync(folder, { recursive: true });
  const thing = { name: 'things/1', state: 'OPEN', inner: { bigCount: '3' }, tags: ['a'] };
  const read: Exchange = { ...asked, path: '/v1beta/things/1', responseBody: thing };
  const made: Exchange = { ...read, method: 'POST', path: '/v1beta/rooms/2/things', requestBody: thing };
  const found = (exchange: Exchange): string[] =>
    (checkExchange(protos, exchange, exchange.path) ?? [{ side: 'request', at: '', rule: 'no such operation' }]).map(
      ({ side, at, rule }) => `${side} ${at}: ${rule}`,
    );
  const answers = (change: object): string[] => found({ ...read, responseBody: { ...thing, ...change } });

  it('have no differences if they match the JSON form of protobuf', () => {
    assert.deepEqual(found(read), []);
    assert.deepEqual(found(made), []);
    const rest = {
      inners: { a: { bigCount: '-1' } },
      money: { currencyCode: 'USD', units: '5', nanos: 10 },
      wait: '1.5s',
      createTime: '2026-11-20T06:00:00.123456789Z',
    };
    assert.deepEqual(answers(rest), []);
  });

  it('differ in fields, enums, numbers, times, required fields and operations', () => {
    assert.deepEqual(answers({ create_time: 'x' }), ['answer create_time: unknown member']);
    assert.deepEqual(answers({ state: 'SHUT' }), ['answer state: not in the enum']);
    assert.deepEqual(answers({ inner: { bigCount: 3 } }), ['answer inner.bigCount: no int64']);
    assert.deepEqual(answers({ money: { units: 5 } }), ['answer money.units: no int64']);
    assert.deepEqual(answers({ wait: '1 s' }), ['answer wait: no google.protobuf.Duration']);
    assert.deepEqual(answers({ createTime: '2026-11-20' }), ['answer createTime: no google.protobuf.Timestamp']);
    assert.deepEqual(answers({ tags: 'a' }), ['answer tags: not a list']);
    assert.deepEqual(found({ ...made, requestBody: { name: 'x' } }), ['request inner: missing member']);
    assert.deepEqual(found({ ...read, query: 'pageSize=x&other=1' }), [
      'request pageSize: no int32',
      'request other: unknown parameter',
    ]);
    assert.deepEqual(found({ ...read, path: '/v1beta/thing/1' }), ['request : no such operation']);
    const error = { code: 404, message: 'no', status: 'MISSING' };
    assert.deepEqual(found({ ...read, status: 404, responseBody: { error } }), [
      'answer error.status: not of this status',
    ]);
  });

  it('Google’s own proto files can be read', { skip }, () => {
    const { messages, enums, methods } = readProtos(join(dataFolder, 'google-apis'));
    const names = methods.map(({ name }) => name);
    for (const name of ['PublishPrivateOffer', 'ListSkus', 'Report']) assert.ok(names.includes(name), name);
    assert.ok(messages.has('google.api.servicecontrol.v1.Operation'));
    assert.ok(enums.get('google.cloud.commerceproducer.v1beta.PrivateOffer.State')?.includes('PUBLISHED'));
    for (const { input, output } of methods) {
      assert.ok(messages.has(input), input);
      assert.ok(messages.has(output) || output === 'google.protobuf.Empty', output);
    }
  });
});
