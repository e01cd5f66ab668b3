import { createHash } from 'node:crypto';
import { change } from '../../kit/simulation.ts';
import type { AwsCall, Operations } from '../call.ts';
import { batchMeterUsage } from './batch-meter-usage.ts';
import { invalidMember, refuse } from './refusals.ts';
import { checkAllocations, readAllocations, readQuantity, readTimestamp } from './usage-record.ts';
import { type Reach, refuseTimestamp, startOfHour } from './window.ts';

/** "If you submit records more than six hours after events occur, the records won't be accepted." (MeterUsage) */
const reach: Reach = { hours: 6, exactly: true };

/** AWS Metering API, ResolveCustomer: resolves the token from the buyer's browser. */
const resolveCustomer = ({ simulation, account, input }: AwsCall): Record<string, unknown> => {
  const { store, clock } = simulation;
  const text = input.RegistrationToken;
  if (text === undefined || text === null) throw invalidMember('registrationToken', 'Member must not be null');
  const token = store.get('registrationTokens', String(text));
  const agreement = store.get('agreements', token?.agreementId ?? '');
  if (!token || !agreement || agreement.sellerAccountId !== account.id) {
    throw refuse('InvalidTokenException', 'Registration token is invalid.');
  }
  if (clock.now() > token.expiresAt) {
    throw refuse('ExpiredTokenException', 'The submitted registration token has expired.');
  }
  const product = store.get('entities', agreement.productId);
  const legacy = product?.type === 'SaaSProduct' && product.legacy;
  const customer = store.get('customers', `${agreement.productCode}/${agreement.buyerAccountId}`);
  return {
    ProductCode: agreement.productCode,
    CustomerAWSAccountId: agreement.buyerAccountId,
    ...(legacy ? { CustomerIdentifier: customer?.customerIdentifier } : {}),
    ...(agreement.licenseArn === null ? {} : { LicenseArn: agreement.licenseArn }),
  };
};

/** AWS Metering API, MeterUsage: software in the buyer's own account meters itself, signed by the buyer. */
const meterUsage = ({ simulation, account, region, input }: AwsCall): Record<string, unknown> => {
  const { store } = simulation;
  const product = store.get('entities', store.get('productCodes', String(input.ProductCode ?? ''))?.productId ?? '');
  if (product?.type !== 'SaaSProduct') {
    throw refuse('InvalidProductCodeException', 'The product code does not match a product.');
  }
  const dimension = String(input.UsageDimension ?? '');
  const timestamp = readTimestamp(input.Timestamp);
  const quantity = readQuantity(input.UsageQuantity ?? 0, 'usageQuantity');
  const allocations = readAllocations(input.UsageAllocations, 'usageAllocations');
  if (!product.dimensions.some((item) => item.Key === dimension && item.Types.includes('Metered'))) {
    throw refuse('InvalidUsageDimensionException', `${dimension} is not a metered dimension of the product.`);
  }
  checkAllocations(allocations, quantity);
  const reason = refuseTimestamp(timestamp, simulation.clock.now(), reach);
  if (reason) throw refuse('TimestampOutOfBoundsException', `The timestamp ${reason}.`);
  const agreement = store
    .list('agreements')
    .find((item) => item.productId === product.id && item.buyerAccountId === account.id && item.status === 'ACTIVE');
  if (!agreement) throw refuse('CustomerNotEntitledException', 'The account has no subscription for the product.');
  if (input.DryRun === true) throw refuse('DryRunOperation', 'The request would have succeeded.');

  return change(simulation, (transaction) => {
    const hour = new Date(startOfHour(timestamp)).toISOString();
    const tokenId = `MeterUsage/${account.id}/${String(input.ClientToken)}`;
    const shape = JSON.stringify([product.code, dimension, hour, quantity]);
    const fingerprint = createHash('sha256').update(shape).digest('hex');
    const earlier = input.ClientToken === undefined ? undefined : transaction.get('clientTokens', tokenId);
    if (earlier && earlier.fingerprint !== fingerprint) {
      throw refuse('IdempotencyConflictException', 'The ClientToken is being used for multiple requests.');
    }
    const id = ['MeterUsage', region, product.code, account.id, dimension, hour].join('|');
    const known = transaction.get('metering', id);
    if (known && known.quantity !== quantity) {
      throw refuse('DuplicateRequestException', 'Usage of this hour was metered with another quantity.');
    }
    const meteringRecordId = known?.meteringRecordId ?? transaction.ids.uuid();
    if (input.ClientToken !== undefined) {
      transaction.put('clientTokens', { id: tokenId, fingerprint, result: meteringRecordId });
    }
    transaction.put('metering', {
      id,
      kind: 'MeterUsage',
      sellerAccountId: product.accountId,
      region,
      productId: product.id,
      productCode: product.code,
      customerAWSAccountId: account.id,
      customerIdentifier: null,
      licenseArn: agreement.licenseArn,
      agreementId: agreement.id,
      dimension,
      hour,
      timestamp: new Date(timestamp).toISOString(),
      quantity,
      usageAllocations: allocations,
      meteringRecordId,
      firstAcceptedAt: known?.firstAcceptedAt ?? new Date(transaction.at).toISOString(),
      identicalResends: known ? known.identicalResends + 1 : 0,
      differentResends: 0,
    });
    return { MeteringRecordId: meteringRecordId };
  });
};

/** The operations of the AWS Marketplace Metering Service by name. */
export const meteringOperations: Operations = {
  BatchMeterUsage: batchMeterUsage,
  MeterUsage: meterUsage,
  ResolveCustomer: resolveCustomer,
  RegisterUsage() {
    throw refuse('PlatformNotSupportedException', 'RegisterUsage is for containers on ECS, EKS and Fargate.');
  },
};
