import type { Fault } from '../../../kit/errors.ts';
import type { Offer } from '../offer.ts';
import { checkPercentage, faultsIf, textOf } from './checks.ts';
import { isZero } from './terms.ts';

export const netTerms = [15, 30, 45, 60, 90, 120];
const agreementId = /^agmt-[A-Za-z0-9]{1,59}$/;
const resaleAuthorizationId = /^resaleauthz-[A-Za-z0-9]{1,52}$/;

/** Checks the terms of a continued agreement or a resale: what they are based on must be named. */
export const checkAwsBase = ({ info, meta_info: meta, offer_type: type, end_time: endTime }: Offer): Fault[] => {
  const isReplacement = meta.isAgreementBasedOffer === true;
  const shown = textOf(info.awsCppoOpportunity, 'opportunityId');
  return [
    ...faultsIf(
      [
        isReplacement && !agreementId.test(meta.baseAgreementId ?? ''),
        'metaInfo.baseAgreementId',
        'agreement_id',
        'must be the agreement that the offer replaces, agmt-…',
      ],
      [
        isReplacement && (info.commits ?? []).length === 0,
        'info.commits',
        'required',
        'must be given: AWS replaces agreements by contracts only',
      ],
      [
        isReplacement && endTime === null,
        'endTime',
        'required',
        'must be given: an offer that replaces an agreement ends on a fixed day',
      ],
      [
        meta.isRenewalOffer === true && meta.renewalOfferType === undefined,
        'metaInfo.renewalOfferType',
        'required',
        'must say where the agreement that is renewed was made, External or AwsMarketplace',
      ],
      [
        type === 'CPPO' && !resaleAuthorizationId.test(info.awsResaleAuthorizationId ?? ''),
        'info.awsResaleAuthorizationId',
        'resale_authorization',
        'must be the authorization to resell, resaleauthz-…',
      ],
      // "Resale Authorization (also known as an opportunity)": one thing with two names (Work with resale authorizations).
      [
        type === 'CPPO' && shown !== '' && shown !== info.awsResaleAuthorizationId,
        'info.awsCppoOpportunity.opportunityId',
        'other_authorization',
        'must be the same authorization as info.awsResaleAuthorizationId, on which the offer is based',
      ],
      [
        type !== 'CPPO' && !isZero(info.awsMarkupPercentage),
        'info.awsMarkupPercentage',
        'unsupported',
        'is for offers of type CPPO',
      ],
      [
        info.netTermsInDays !== undefined && info.netTermsInDays !== 0 && !netTerms.includes(info.netTermsInDays),
        'info.netTermsInDays',
        'choice',
        `must be one of ${netTerms.join(', ')}`,
      ],
    ),
    ...checkPercentage('info.awsMarkupPercentage', info.awsMarkupPercentage),
  ];
};
