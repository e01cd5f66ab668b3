import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { isPartnerError } from '../../partner-error.ts';
import type { MarketplaceAccess } from '../port.ts';
import { type AwsMarketplace, createAwsMarketplace } from './adapter.ts';

const chunk = Buffer.alloc(256 * 1024, 'x');
const enough = 100 * 1024 * 1024;
let written = 0;
const pour = (answer: ServerResponse): void => {
  while (written < enough && !answer.destroyed) {
    written += chunk.length;
    if (!answer.write(chunk)) return void answer.once('drain', () => pour(answer));
  }
  answer.end();
};
const server = createServer((_request, answer) => {
  answer.writeHead(200, { 'content-type': 'application/json' });
  answer.write('{"EntitySummaryList":"');
  pour(answer);
});

let aws: AwsMarketplace;
let access: MarketplaceAccess;
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  aws = createAwsMarketplace({});
  access = {
    connectionId: 'conn_1',
    partner: 'AWS',
    accountId: '111122223333',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    meteringRegion: 'us-east-1',
    credentials: { accessKeyId: 'AKIAEXAMPLEEXAMPLE', secretAccessKey: 'secret' },
  };
});
after(() => {
  aws.close();
  server.closeAllConnections();
  server.close();
});

test('an endless response is abandoned, whoever sends it', async () => {
  await assert.rejects(aws.verify(access), (error: unknown) => isPartnerError(error) && error.outcome === 'UNKNOWN');
  assert.ok(written < enough / 4, `${written} bytes were taken`);
});
