import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Exchange } from '../../simulators/kit/record.ts';
import { checkExchange } from './aws/check-aws.ts';
import type { ServiceModel } from './aws/service-model.ts';
import { checkRecording } from './check-recording.ts';

/** Two services in the form of AWS's models, one for each protocol. */
const rest: ServiceModel = {
  metadata: { serviceId: 'Marketplace Catalog', protocols: ['rest-json'], jsonVersion: '1.1' },
  operations: {
    ListEntities: {
      name: 'ListEntities',
      http: { method: 'POST', requestUri: '/ListEntities' },
      input: { shape: 'Request' },
      output: { shape: 'Response' },
      errors: [{ shape: 'ValidationException' }],
    },
    DescribeEntity: {
      name: 'DescribeEntity',
      http: { method: 'GET', requestUri: '/DescribeEntity' },
      input: { shape: 'Named' },
      output: { shape: 'Response' },
      errors: [],
    },
  },
  shapes: {
    Request: {
      type: 'structure',
      required: ['Catalog'],
      members: { Catalog: { shape: 'Name' }, Day: { shape: 'Day' } },
    },
    Named: { type: 'structure', members: { Id: { shape: 'Name', location: 'querystring', locationName: 'entityId' } } },
    Response: { type: 'structure', members: { Names: { shape: 'Names' }, Open: { shape: 'Open' } } },
    Names: { type: 'list', member: { shape: 'Name' }, min: 1, max: 2 },
    Name: { type: 'string', min: 2, max: 4, pattern: '[A-Z]+' },
    Day: { type: 'string', enum: ['MON', 'TUE'] },
    Open: { type: 'structure', document: true },
    ValidationException: {
      type: 'structure',
      exception: true,
      error: { httpStatusCode: 422 },
      members: { Message: { shape: 'Text' } },
    },
    Text: { type: 'string' },
  },
};

const json: ServiceModel = {
  metadata: { serviceId: 'Marketplace Metering', protocols: ['json'], jsonVersion: '1.1', targetPrefix: 'Metering' },
  operations: {
    Meter: {
      name: 'Meter',
      http: { method: 'POST', requestUri: '/' },
      input: { shape: 'Usage' },
      output: { shape: 'Usage' },
      errors: [{ shape: 'LateException' }, { shape: 'BrokenException' }],
    },
  },
  shapes: {
    Usage: {
      type: 'structure',
      members: { Time: { shape: 'Time' }, Quantity: { shape: 'Quantity' }, Value: { shape: 'Value' } },
    },
    Time: { type: 'timestamp' },
    Quantity: { type: 'integer', min: 0, max: 10 },
    Value: { type: 'structure', union: true, members: { Yes: { shape: 'Yes' }, No: { shape: 'Yes' } } },
    Yes: { type: 'boolean' },
    LateException: { type: 'structure', exception: true, members: { message: { shape: 'Message' } } },
    BrokenException: { type: 'structure', exception: true, fault: true, members: { message: { shape: 'Message' } } },
    Message: { type: 'string' },
  },
};

const listing: Exchange = {
  simulator: 'aws',
  time: '2026-11-20T06:00:00.000Z',
  method: 'POST',
  path: '/aws/ListEntities',
  query: '',
  requestHeaders: { 'content-type': 'application/json', 'user-agent': 'aws-sdk-js app/marketplace-operations' },
  requestBody: { Catalog: 'ABC' },
  status: 200,
  responseHeaders: { 'content-type': 'application/json', 'x-amzn-requestid': '1' },
  responseBody: { Names: ['AB'], Open: { any: [1] } },
};
const metering: Exchange = {
  ...listing,
  path: '/aws',
  requestHeaders: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'Metering.Meter' },
  requestBody: { Time: 1_795_000_000, Quantity: 3, Value: { Yes: true } },
  responseHeaders: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': '1' },
  responseBody: {},
};
const refused = (status: number, body: unknown, name?: string): Partial<Exchange> => ({
  status,
  responseBody: body,
  ...(name ? { responseHeaders: { ...listing.responseHeaders, 'x-amzn-errortype': name } } : {}),
});

const findings = (exchange: Exchange): string[] =>
  checkExchange([rest, json], exchange).map(({ side, at, rule }) => `${side} ${at}: ${rule}`);

describe('exchanges with AWS', () => {
  it('that match what AWS publishes have no differences', () => {
    assert.deepEqual(findings(listing), []);
    assert.deepEqual(findings(metering), []);
    assert.deepEqual(
      findings({ ...listing, method: 'GET', path: '/DescribeEntity', query: 'entityId=AB', requestBody: '' }),
      [],
    );
    assert.deepEqual(findings({ ...listing, ...refused(422, { Message: 'no' }, 'ValidationException') }), []);
    assert.deepEqual(findings({ ...listing, ...refused(403, { Message: 'no' }, 'AccessDeniedException') }), []);
    assert.deepEqual(findings({ ...metering, ...refused(400, { __type: 'a#LateException', message: 'no' }) }), []);
    assert.deepEqual(findings({ ...metering, ...refused(500, { __type: 'BrokenException', message: 'no' }) }), []);
  });

  const wrong: [string, Exchange, string[]][] = [
    ['a member is missing', { ...listing, requestBody: {} }, ['request Catalog: missing member']],
    ['a member is unknown', { ...listing, responseBody: { Other: 1 } }, ['answer Other: unknown member']],
    ['a text is too short', { ...listing, requestBody: { Catalog: 'A' } }, ['request Catalog: length too small']],
    ['a text is too long', { ...listing, requestBody: { Catalog: 'ABCDE' } }, ['request Catalog: length too large']],
    [
      'a pattern matches only a part',
      { ...listing, requestBody: { Catalog: 'AB1' } },
      ['request Catalog: not in the pattern'],
    ],
    [
      'a value is not in the enum',
      { ...listing, requestBody: { Catalog: 'AB', Day: 'SUN' } },
      ['request Day: not in the enum'],
    ],
    [
      'a list is too long',
      { ...listing, responseBody: { Names: ['AB', 'AB', 'AB'] } },
      ['answer Names: count too large'],
    ],
    ['an item is wrong', { ...listing, responseBody: { Names: [1] } }, ['answer Names[]: not a string']],
    ['null stands for an absent list', { ...listing, responseBody: { Names: null } }, ['answer Names: not a list']],
    ['the query has an unknown parameter', { ...listing, query: 'a=1' }, ['request a: unknown member']],
    ['the path is unknown', { ...listing, path: '/aws/Other' }, ['request : no such operation']],
    [
      'a time is text',
      { ...metering, requestBody: { Time: '2026-01-01T00:00:00Z' } },
      ['request Time: not a timestamp'],
    ],
    [
      'a time is in milliseconds',
      { ...metering, requestBody: { Time: 1_795_000_000_000 } },
      ['request Time: not a timestamp'],
    ],
    ['a number is broken', { ...metering, requestBody: { Quantity: 1.5 } }, ['request Quantity: not a whole number']],
    ['a number is too large', { ...metering, requestBody: { Quantity: 11 } }, ['request Quantity: number too large']],
    [
      'a union has two members',
      { ...metering, requestBody: { Value: { Yes: true, No: true } } },
      ['request Value: not exactly one member of a union'],
    ],
    [
      'the content type is of another protocol',
      { ...metering, requestHeaders: { ...metering.requestHeaders, 'content-type': 'application/json' } },
      ['request : wrong content type'],
    ],
    [
      'an error is not declared',
      { ...listing, ...refused(409, { Message: 'no' }, 'ConflictException') },
      ['answer : undeclared error'],
    ],
    [
      'an error has another status',
      { ...listing, ...refused(400, { Message: 'no' }, 'ValidationException') },
      ['answer : wrong status of an error'],
    ],
    [
      'an error has another format',
      { ...metering, ...refused(400, { __type: 'LateException', Message: 'no' }) },
      ['answer Message: unknown member'],
    ],
  ];
  for (const [what, exchange, found] of wrong) {
    it(`differ where ${what}`, () => assert.deepEqual(findings(exchange), found));
  }

  it('that a fault has damaged are checked for their request only', () => {
    assert.deepEqual(findings({ ...listing, responseBody: '<html>', fault: 'rubbish' }), []);
  });
});

describe('a recording', () => {
  const check = async (...exchanges: Exchange[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'exchanges-'));
    try {
      // The process was killed while it wrote the last line.
      const lines = [
        ...exchanges.map((exchange) => JSON.stringify(exchange)),
        '{"simulator":"aws","leftOut":2}',
        '{"sim',
      ];
      writeFileSync(join(folder, 'aws-1.jsonl'), lines.join('\n'));
      return await checkRecording(folder, new Map([['aws', (exchange) => checkExchange([rest, json], exchange)]]));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  const wrong: Exchange = { ...listing, requestBody: {} };
  const other = { ...listing.requestHeaders, 'user-agent': 'aws-sdk-js' };
  const refusal = refused(422, { Message: 'no' }, 'ValidationException');

  it('shows each difference once, with the number of times it was seen', async () => {
    const { exchanges, checked, leftOut, findings: found } = await check(wrong, listing, wrong);
    assert.deepEqual({ exchanges, checked, leftOut }, { exchanges: 3, checked: { aws: 3 }, leftOut: 2 });
    assert.deepEqual(
      found.map(({ operation, at, rule, count }) => [operation, at, rule, count]),
      [['Catalog ListEntities', 'Catalog', 'missing member', 2]],
    );
  });

  it('checks every request of the service, refused or not', async () => {
    assert.equal((await check({ ...wrong, ...refusal })).findings.length, 1);
  });

  it('lets a test send a faulty request that is refused, but not one that is accepted', async () => {
    assert.equal((await check({ ...wrong, ...refusal, requestHeaders: other })).findings.length, 0);
    assert.equal((await check({ ...wrong, requestHeaders: other })).findings.length, 1);
    const badAnswer = { ...wrong, ...refusal, responseBody: { Text: 'no' }, requestHeaders: other };
    assert.equal((await check(badAnswer)).findings.length, 1, 'how it is refused is the simulator’s affair');
  });
});
