import { isPartnerError, type PartnerError } from '../../partner-error.ts';
import type { LandingRead, LandingToken, MarketplaceAccess } from '../port.ts';
import type { AwsCalls } from './calls.ts';

/**
 * The buyer named by a registration token, and the agreements it may have just made: in force, newest first. AWS takes a token once
 * (ExpiredTokenException: "the buyer has resubmitted the registration token"). Once it has been taken, no failure of another call may
 * lose the buyer: its agreements are then read later, and `failure` says why.
 */
export const resolveAwsLanding = async (
  calls: AwsCalls,
  access: MarketplaceAccess,
  { token, retry = (call) => call() }: Pick<LandingToken, 'token' | 'retry'>,
): Promise<LandingRead | null> => {
  const customer = await calls.resolveCustomer(access, token);
  if (!customer?.CustomerAWSAccountId) return null;
  const { CustomerAWSAccountId: buyerAccountId, ProductCode, LicenseArn } = customer;
  const search = () =>
    calls.searchAgreements(access, [
      { name: 'AcceptorAccountId', values: [buyerAccountId] },
      ...(LicenseArn === null ? [] : [{ name: 'LicenseArn', values: [LicenseArn] }]),
    ]);
  let failure: PartnerError | undefined;
  const found = await retry(search).catch((error: unknown) => {
    if (!isPartnerError(error)) throw error;
    failure = error;
    return [];
  });
  const isActive = ({ status }: { status: string | null }): number => (status === 'ACTIVE' ? 0 : 1);
  const ordered = [...found].sort(
    (a, b) => isActive(a) - isActive(b) || (b.startTime?.getTime() ?? 0) - (a.startTime?.getTime() ?? 0),
  );
  return {
    buyerAccountId,
    agreementIds: ordered.map(({ agreementId }) => agreementId),
    ...(failure && { failure }),
    productExternalId: ProductCode,
    licenseArn: LicenseArn,
  };
};
