import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partnerError } from '../../partner-error.ts';
import type { MarketplaceAccess } from '../port.ts';
import type { AwsCalls } from './calls.ts';
import { resolveAwsLanding } from './landing.ts';

test('a buyer whose token has been taken is known, also if the agreements cannot be listed', async () => {
  const failure = partnerError('not allowed', {
    ...{ partner: 'AWS', outcome: 'REFUSED', partnerCode: 'AccessDeniedException', httpStatus: 400 },
    ...{ requestId: undefined, retryable: false },
  });
  const calls = {
    resolveCustomer: async () => ({ CustomerAWSAccountId: '1', ProductCode: 'code', LicenseArn: 'arn' }),
    searchAgreements: async () => {
      throw failure;
    },
  } as unknown as AwsCalls;
  const landed = await resolveAwsLanding(calls, {} as MarketplaceAccess, { token: 'token' });
  const buyer = { buyerAccountId: '1', productExternalId: 'code', licenseArn: 'arn' };
  assert.deepEqual(landed, { ...buyer, agreementIds: [], failure });
});
