import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  GetConnectionCommand,
  GetConnectionInvitationCommand,
  GetPartnerCommand,
  ListConnectionInvitationsCommand,
  ListConnectionsCommand,
  ListPartnersCommand,
  UpdateConnectionPreferencesCommand,
} from '@aws-sdk/client-partnercentral-account';
import { clientsOf, failureOf, openBench, type Seller } from '../simulator.test-support.ts';

test('a partner finds its connections by name, from either side', async (t) => {
  const bench = await openBench(t);
  const other = await bench.post<Seller>('/aws/account', { name: 'Initech' });
  const connect = (more: object) =>
    bench.post<{ id: string }>('/aws/connection', { accountId: bench.seller.id, ...more });
  const { id } = await connect({ otherAccountId: other.id });
  const subsidiary = await connect({ name: 'Acme Labs', types: ['SUBSIDIARY'] });
  const list = async (account: Seller, more: object = {}) => {
    const { partners } = clientsOf(bench.url, account);
    const { ConnectionSummaries = [] } = await partners.send(new ListConnectionsCommand({ Catalog: 'AWS', ...more }));
    return ConnectionSummaries.flatMap(({ ConnectionTypes = {} }) =>
      Object.values(ConnectionTypes).map((type) => type?.OtherParticipant?.PartnerProfile?.Name),
    );
  };
  assert.deepEqual((await list(bench.seller)).sort(), ['Acme Labs', 'Initech']);
  assert.deepEqual(await list(other), ['Acme']);
  assert.deepEqual(await list(bench.seller, { ConnectionType: 'SUBSIDIARY' }), ['Acme Labs']);
  assert.deepEqual(await list(bench.seller, { OtherParticipantIdentifiers: [other.id] }), ['Initech']);
  await bench.post(`/aws/connection/${id}/cancel`);
  assert.deepEqual(await list(bench.seller, { ConnectionType: 'OPPORTUNITY_COLLABORATION:ACTIVE' }), []);
  const found = await bench.partners.send(new GetConnectionCommand({ Catalog: 'AWS', Identifier: id }));
  assert.equal(found.ConnectionTypes?.OPPORTUNITY_COLLABORATION?.Status, 'CANCELED');
  const theirs = clientsOf(bench.url, other).partners.send(
    new GetConnectionCommand({ Catalog: 'AWS', Identifier: subsidiary.id }),
  );
  const error = await failureOf(theirs);
  assert.deepEqual([error.name, error.Reason], ['ResourceNotFoundException', 'CONNECTION_NOT_FOUND']);
});

test('invitations to connect expire', async (t) => {
  const bench = await openBench(t);
  const body = { accountId: bench.seller.id, expiresInDays: 2 };
  const { id } = await bench.post<{ id: string }>('/aws/connection-invitation', body);
  const read = () => bench.partners.send(new GetConnectionInvitationCommand({ Catalog: 'AWS', Identifier: id }));
  assert.deepEqual([(await read()).Status, (await read()).ParticipantType], ['PENDING', 'RECEIVER']);
  await bench.post('/clock', { advance: 'P2D' });
  const listed = await bench.partners.send(
    new ListConnectionInvitationsCommand({ Catalog: 'AWS', Status: 'EXPIRED', ParticipantType: 'RECEIVER' }),
  );
  assert.deepEqual(
    listed.ConnectionInvitationSummaries?.map(({ Id }) => Id),
    [id],
  );
});

test('an account has a partner profile, and no permission for the other operations', async (t) => {
  const bench = await openBench(t);
  const { PartnerSummaryList = [] } = await bench.partners.send(new ListPartnersCommand({ Catalog: 'AWS' }));
  const [{ Id: Identifier = '', LegalName } = {}] = PartnerSummaryList;
  assert.equal(LegalName, 'Acme');
  const partner = await bench.partners.send(new GetPartnerCommand({ Catalog: 'AWS', Identifier }));
  assert.equal(partner.Profile?.DisplayName, 'Acme');
  const denied = await failureOf(
    bench.partners.send(
      new UpdateConnectionPreferencesCommand({ Catalog: 'AWS', Revision: 1, AccessType: 'ALLOW_ALL' }),
    ),
  );
  assert.deepEqual([denied.name, denied.Reason], ['AccessDeniedException', 'ACCESS_DENIED']);
  const wrong = await failureOf(bench.partners.send(new GetPartnerCommand({ Catalog: 'AWS', Identifier: 'x' })));
  assert.deepEqual([wrong.name, wrong.Reason], ['ValidationException', 'REQUEST_VALIDATION_FAILED']);
});
