import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { anAgreementRead, aProductRead, openWorld, type World } from '../../../../test/factories/commerce.ts';
import type { AgreementRead } from '../../../adapters/marketplace/port.ts';
import { decodeId, encodeId } from '../../../kit/ids.ts';
import { importProduct } from '../../product/actions/import-product.ts';
import { applyAgreement } from '../actions/apply-agreement.ts';
import { setLicense } from '../actions/set-license.ts';
import { TermListParams } from '../fields.ts';
import { getEntitlement, listEntitlementTerms } from '../reads.ts';
import { deleteEntitlementTerm } from './actions/delete-entitlement-term.ts';
import { divideEntitlementCommit } from './actions/divide-entitlement-commit.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
beforeEach(async () => {
  world.orgId = randomUUID();
  world.clock.set(new Date('2026-11-20T10:00:00Z'));
  await world.act((call) => importProduct(call, world.connection, aProductRead()));
});

const apply = async (fields: Partial<AgreementRead> = {}): Promise<string> =>
  (await world.act((call) => applyAgreement(call, world.connection, anAgreementRead(fields)))).entitlementId;
const divide = (entitlementId: string, startDates: string[]) =>
  world.act((call) =>
    divideEntitlementCommit(call, {
      params: { entitlementId },
      body: { startDates: startDates.map((text) => new Date(text)) },
    }),
  );
const termsOf = async (entitlementId: string) =>
  (
    await world.read((call) =>
      listEntitlementTerms(call, { params: { entitlementId }, query: TermListParams.parse({}) }),
    )
  ).reply.sort((left, right) => (left.id < right.id ? -1 : 1));
const shown = async (entitlementId: string): Promise<string[]> =>
  (await termsOf(entitlementId)).map(
    (term) =>
      `${term.info.type} ${term.startTime.slice(0, 10)}–${term.endTime?.slice(0, 10)}: ${term.commitAmount} + ${term.creditAmount}`,
  );
const thirds = ['2026-11-20T09:00:00Z', '2027-03-20T09:00:00Z', '2027-07-20T09:00:00Z'];

test('the parts are shown with their parent, which lists them; deleting them all undoes the division', async () => {
  const id = await apply();
  await divide(id, thirds);
  const [parent, ...parts] = await termsOf(id);
  assert.deepEqual(parent?.info, {
    type: 'Signup',
    isCommitDivided: true,
    subEntitlementTermIds: parts.map((part) => part.id),
  });
  assert.deepEqual(parts[0]?.info, { type: 'DivideCommit', parentEntitlementTermId: parent?.id });
  assert.deepEqual(parts[0]?.entitlementInfo, { currency: 'USD' });
  const { reply } = await world.read((call) => getEntitlement(call, { params: { entitlementId: id } }));
  assert.equal(reply.entitlementTermID, parent?.id, 'the current term stays the agreed one');
  for (const part of parts)
    await world.act((call) =>
      deleteEntitlementTerm(call, {
        params: { entitlementId: id, entitlementTermId: decodeId('term', part.id) ?? '' },
      }),
    );
  assert.deepEqual(await shown(id), ['Signup 2026-11-20–2027-11-20: 1200 + 0']);
  assert.deepEqual((await termsOf(id))[0]?.info, { type: 'Signup' });
  const names = (await world.events(encodeId('ent', id))).map(({ name }) => name);
  assert.deepEqual(names, ['entitlement.created', ...Array(4).fill('entitlement.updated')]);
});

test('a read that ends the agreement earlier cuts the parts, one that ends it later brings them back', async () => {
  const id = await apply();
  await divide(id, thirds);
  const whole = [
    'Signup 2026-11-20–2027-11-20: 1200 + 0',
    'DivideCommit 2026-11-20–2027-03-20: 0 + 400',
    'DivideCommit 2027-03-20–2027-07-20: 0 + 400',
    'DivideCommit 2027-07-20–2027-11-20: 0 + 400',
  ];
  assert.deepEqual(await shown(id), whole);
  await apply({ version: 2, endTime: new Date('2027-05-20T09:00:00Z') });
  assert.deepEqual(await shown(id), [
    'Signup 2026-11-20–2027-05-20: 1200 + 0',
    'DivideCommit 2026-11-20–2027-03-20: 0 + 400',
    'DivideCommit 2027-03-20–2027-05-20: 0 + 400',
    'DivideCommit 2027-05-20–2027-05-20: 0 + 400',
  ]);
  await apply({ version: 3 });
  assert.deepEqual(await shown(id), whole);
  const events = (await world.events(encodeId('ent', id))).length;
  await apply({ version: 3 });
  assert.equal((await world.events(encodeId('ent', id))).length, events, 'the same read again changes nothing');
});

test('a renewal has a commit of its own, which can be divided too', async () => {
  const id = await apply();
  await divide(id, thirds);
  await apply({ version: 2, status: 'RENEWED' });
  await apply({
    externalId: 'agmt-2',
    initialAgreementId: 'agmt-1',
    startTime: new Date('2027-11-20T09:00:00Z'),
    endTime: new Date('2028-11-20T09:00:00Z'),
  });
  world.clock.set(new Date('2027-12-01T00:00:00Z'));
  await divide(id, ['2027-11-20T09:00:00Z']);
  assert.deepEqual((await shown(id)).slice(4), [
    'ManualRenew 2027-11-20–2028-11-20: 1200 + 0',
    'DivideCommit 2027-11-20–2028-11-20: 0 + 1200',
  ]);
});

test('a licence belongs to the agreed term alone', async () => {
  const id = await apply();
  await divide(id, thirds);
  await world.act((call) =>
    setLicense(call, world.connection, { agreementId: 'agmt-1', licenseArn: 'arn:aws:license-manager::1:license:l-1' }),
  );
  const licences = (await termsOf(id)).map((term) => term.entitlementInfo.awsLicenseArn !== undefined);
  assert.deepEqual(licences, [true, false, false, false]);
});
