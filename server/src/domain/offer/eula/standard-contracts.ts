import type { Partner } from '../../../contract/shapes.ts';
import type { OfferInfoDocument } from '../offer.ts';

type EulaType = NonNullable<OfferInfoDocument['eulaType']>;

/** Where marketplaces publish their standard contracts (docs/decisions/0039). Others are not known to be published. */
const standardContracts: Readonly<Partial<Record<Partner, Partial<Record<EulaType, string>>>>> = {
  AWS: {
    SCMP: 'https://s3.amazonaws.com/aws-mp-standard-contracts/Standard-Contact-for-AWS-Marketplace-2022-07-14.pdf',
  },
  AZURE: { SCMP: 'https://go.microsoft.com/fwlink/?linkid=2041178' },
};

export const findStandardContract = (partner: Partner, type: EulaType): string | undefined =>
  standardContracts[partner]?.[type];
