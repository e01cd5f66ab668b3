import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createAwsCoSell } from './cosell/aws/adapter.ts';
import type { CoSellAccess } from './cosell/port.ts';
import { createHubspotCrm } from './crm/hubspot/adapter.ts';
import type { CrmAccess } from './crm/port.ts';
import { createOutgoing } from './outgoing/outgoing.ts';
import { isPartnerError } from './partner-error.ts';
import { createReads } from './rest/reads.ts';

/** More pages than any of these reads may request. */
const enough = 2000;
let asked = 0;
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    asked += 1;
    if (asked > enough) return void response.destroy();
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        ...{ OpportunitySummaries: [], NextToken: `token-${asked}` },
        ...{ total: 1, results: [], paging: { next: { after: String(asked) } } },
      }),
    );
  });
});
let origin = '';
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const unreadable = (error: unknown): boolean => isPartnerError(error) && error.partnerCode === 'UnreadableAnswer';

describe('a list that never ends is abandoned', () => {
  test('of the opportunities at AWS', async () => {
    asked = 0;
    const aws = createAwsCoSell({});
    const access = {
      ...{ connectionId: 'conn_1', partner: 'AWS', accountId: '111122223333', endpoint: origin },
      credentials: { accessKeyId: 'AKIAEXAMPLEEXAMPLE', secretAccessKey: 'secret' },
    } as const;
    await assert.rejects(aws.listChanged?.(access as CoSellAccess, null) ?? assert.fail(), unreadable);
    assert.ok(asked <= 200, `${asked} pages were read`);
    aws.close?.();
  });

  test('of the deals at HubSpot', async () => {
    asked = 0;
    const outgoing = createOutgoing({ allowedOrigins: [origin] });
    const crm = createHubspotCrm({ outgoing, clock: { now: () => new Date('2026-11-27T12:00:00Z') } });
    const access = {
      connectionId: 'conn_1',
      system: 'HUBSPOT' as const,
      accountId: '1',
      endpoint: origin,
      credentials: { accessToken: 'token-of-a-test' },
    };
    await assert.rejects(crm.listChanged(access satisfies CrmAccess, null), unreadable);
    assert.ok(asked <= 5, `${asked} pages were read`);
  });

  test('whose pages are large, before they fill the memory', async () => {
    const { everyPage } = createReads('GCP', () => false);
    let pages = 0;
    const large = 'x'.repeat(8 * 1024 * 1024);
    const page = async () => {
      pages += 1;
      return { items: [{ large }], next: String(pages) };
    };
    await assert.rejects(everyPage(page), unreadable);
    assert.ok(pages <= 5, `${pages} pages were read`);
  });
});
