import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isRefusal } from '../kit/errors.ts';
import { requireCapability } from './capabilities.ts';
import { marketplaceFacts } from './marketplaces/marketplaces.ts';

it('every refusal of a marketplace has a reason', () => {
  for (const [marketplace, { capabilities }] of Object.entries(marketplaceFacts)) {
    for (const [name, capability] of Object.entries(capabilities)) {
      assert.ok(capability.can || capability.note.length > 10, `${name} ${marketplace}`);
    }
  }
});

it('what a marketplace cannot do is 409 with the reason; what it can do passes; other partners can do none of it', () => {
  requireCapability('offerSet', 'AWS');
  for (const partner of ['GCP', 'SALESFORCE', 'constructor']) {
    assert.throws(
      () => requireCapability('offerSet', partner),
      (error: unknown) => isRefusal(error) && error.code === 'Conflict' && error.message.length > 10,
    );
  }
  assert.throws(() => requireCapability('entitlementApprove', 'AWS'), {
    info: { capability: 'entitlementApprove', partner: 'AWS', possible: ['AZURE', 'GCP'] },
  });
});
