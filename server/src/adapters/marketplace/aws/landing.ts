import type { LandingRead, MarketplaceAccess } from '../port.ts';
import type { AwsCalls } from './calls.ts';

/** The buyer named by a registration token, and the agreements it may have just made: in force, newest first. */
export const resolveAwsLanding = async (
  calls: AwsCalls,
  access: MarketplaceAccess,
  token: string,
): Promise<LandingRead | null> => {
  const customer = await calls.resolveCustomer(access, token);
  if (!customer?.CustomerAWSAccountId) return null;
  const { CustomerAWSAccountId: buyerAccountId, ProductCode, LicenseArn } = customer;
  const found = await calls.searchAgreements(access, [
    { name: 'AcceptorAccountId', values: [buyerAccountId] },
    ...(LicenseArn === null ? [] : [{ name: 'LicenseArn', values: [LicenseArn] }]),
  ]);
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
