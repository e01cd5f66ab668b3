import { isPartnerError } from '../../partner-error.ts';
import { retryBriefly } from '../../retry-briefly.ts';
import type { LandingRead, MarketplaceAccess } from '../port.ts';
import type { AwsCalls } from './calls.ts';

/**
 * The buyer named by a registration token, and the agreements it may have just made: in force, newest first. AWS takes a token once
 * (ExpiredTokenException: "the buyer has resubmitted the registration token"). Once it has been taken, no failure of another call may
 * lose the buyer: its agreements are then read later.
 */
export const resolveAwsLanding = async (
  calls: AwsCalls,
  access: MarketplaceAccess,
  token: string,
): Promise<LandingRead | null> => {
  const customer = await calls.resolveCustomer(access, token);
  if (!customer?.CustomerAWSAccountId) return null;
  const { CustomerAWSAccountId: buyerAccountId, ProductCode, LicenseArn } = customer;
  const search = () =>
    calls.searchAgreements(access, [
      { name: 'AcceptorAccountId', values: [buyerAccountId] },
      ...(LicenseArn === null ? [] : [{ name: 'LicenseArn', values: [LicenseArn] }]),
    ]);
  const found = await retryBriefly(search).catch((error: unknown) => {
    if (!isPartnerError(error)) throw error;
    return [];
  });
  const isActive = ({ status }: { status: string | null }): number => (status === 'ACTIVE' ? 0 : 1);
  const ordered = [...found].sort(
    (a, b) => isActive(a) - isActive(b) || (b.startTime?.getTime() ?? 0) - (a.startTime?.getTime() ?? 0),
  );
  return {
    buyerAccountId,
    agreementIds: ordered.map(({ agreementId }) => agreementId),
    productExternalId: ProductCode,
    licenseArn: LicenseArn,
  };
};
