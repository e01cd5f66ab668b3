import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../kit/clock.ts';
import { createHubspotCrm } from './crm/hubspot/adapter.ts';
import type { CrmAccess, CrmSystem } from './crm/port.ts';
import { createSalesforceCrm } from './crm/salesforce/adapter.ts';
import { createAwsMarketplace } from './marketplace/aws/adapter.ts';
import { createOutgoing, type Outgoing } from './outgoing/outgoing.ts';
import { isPartnerError } from './partner-error.ts';
import { createStripePayments } from './payment/stripe/payments.ts';
import { createAwsFeed } from './revenue/aws/feed.ts';

// A caller chooses the address of a partner's API, so its responses may come from anyone. Every kind of client abandons a response
// that never ends, or that costs more to parse than its bytes, before it is stored.

const enough = 200 * 1024 * 1024;
const most = 48 * 1024 * 1024;

type Answer = { status: number; begin: string; repeat: string };
const answers: Record<string, Answer> = {
  'without end': { status: 200, begin: '{"a":"', repeat: 'x' },
  'without end, refused': { status: 403, begin: '{"a":"', repeat: 'x' },
  'of a text without end': { status: 200, begin: '', repeat: 'x' },
  'of many small values': { status: 200, begin: '{"done":true,"records":[{}', repeat: ',{}' },
  'nested deeply': { status: 200, begin: '', repeat: '[' },
};

let answer: Answer;
let written = 0;

const pour = (reply: ServerResponse, piece: Buffer): void => {
  while (written < enough && !reply.destroyed) {
    written += piece.length;
    if (!reply.write(piece)) return void reply.once('drain', () => pour(reply, piece));
  }
  reply.end();
};

const server = createServer((request, reply) => {
  request.resume();
  reply.setHeader('content-type', 'application/json');
  if (request.url === '/services/oauth2/token') {
    reply.end(JSON.stringify({ access_token: 'token', instance_url: origin }));
    return;
  }
  reply.writeHead(answer.status);
  reply.write(answer.begin);
  pour(reply, Buffer.from(answer.repeat.repeat(64 * 1024)));
});
let origin: string;
let outgoing: Outgoing;
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  outgoing = createOutgoing({ allowedOrigins: [origin] });
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const crmAccess = (system: CrmSystem): CrmAccess => ({
  connectionId: 'conn_1',
  system,
  accountId: '',
  endpoint: origin,
  credentials: { clientId: 'client', clientSecret: 'secret', accessToken: 'token' },
});
const awsAccess = () => ({
  connectionId: 'conn_1',
  partner: 'AWS' as const,
  accountId: '111122223333',
  endpoint: origin,
  region: 'us-east-1',
  meteringRegion: 'us-east-1',
  credentials: { accessKeyId: 'AKIAEXAMPLEEXAMPLE', secretAccessKey: 'secret' },
});
const bucket = { bucket: 'feeds', bucketRegion: 'us-east-1' };
const part = {
  name: 'billingeventfeed_v1/year=2027/month=03/data.csv',
  version: '"1"',
  time: new Date('2027-04-01T00:00:00Z'),
  bytes: 100,
};

const calls: Record<string, () => Promise<unknown>> = {
  Salesforce: () => createSalesforceCrm({ outgoing, clock: systemClock }).search(crmAccess('SALESFORCE'), 'a deal', 10),
  HubSpot: () => createHubspotCrm({ outgoing, clock: systemClock }).search(crmAccess('HUBSPOT'), 'a deal', 10),
  Stripe: () =>
    createStripePayments({ agents: outgoing.agents }).readCustomer(
      {
        connectionId: 'conn_1',
        partner: 'STRIPE',
        accountId: 'acct_1',
        endpoint: origin,
        credentials: { apiKey: 'sk_test_1' },
      },
      'cus_1',
    ),
  'AWS Marketplace': () => createAwsMarketplace({ agents: outgoing.agents }).verify(awsAccess()),
  'the list of a bucket': () => createAwsFeed({ agents: outgoing.agents }).connect({ ...awsAccess(), ...bucket }),
  'a file of a bucket': async () => {
    const feed = createAwsFeed({ agents: outgoing.agents });
    const rows = feed.readPart({ ...awsAccess(), ...bucket }, part, new AbortController().signal);
    for await (const _ of rows);
  },
};

describe('a hostile response', () => {
  for (const [kind, given] of Object.entries(answers)) {
    for (const [who, call] of Object.entries(calls)) {
      it(`${kind} is abandoned by the client of ${who}`, async () => {
        answer = given;
        written = 0;
        await assert.rejects(call(), (error: unknown) => isPartnerError(error));
        assert.ok(written < most, `${written} bytes were taken`);
      });
    }
  }
});
