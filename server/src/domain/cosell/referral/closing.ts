import type { PartnerStanding, ReferralDocument } from '../../../adapters/cosell/port.ts';
import { coSellRules } from '../../../adapters/cosell/rules.ts';
import { differencesOf, isBelow } from './merge.ts';
import { isCoSellPartner, type Referral } from './referral.ts';
import { referralIs } from './states.ts';

type Lost = Pick<Referral, 'partner' | 'document' | 'close_reason'>;

/**
 * The document that closes a deal as lost, or null while its partner does not accept this change, because it is reviewing or offering the
 * deal. The change is sent with the first read that shows that the partner accepts it.
 */
export const lostDocument = (
  { partner, document, close_reason: reason }: Lost,
  standing: PartnerStanding | null,
): ReferralDocument | null => {
  if (!isCoSellPartner(partner)) return null;
  const { close, fixed } = coSellRules[partner];
  const closed = close(document, 'LOST', reason ?? undefined);
  const tops = standing === null ? [] : fixed(standing);
  return differencesOf(document, closed).some(({ path }) => isBelow(path, tops)) ? null : closed;
};

/** The document with the loss that could not be sent to the partner before; null if the partner knows it, or if it still cannot be sent. */
export const closingOf = (referral: Referral, standing: PartnerStanding): ReferralDocument | null => {
  const { partner, status, document } = referral;
  if (!referralIs.lost(status) || !isCoSellPartner(partner)) return null;
  if (coSellRules[partner].unify(document).stage === 'CLOSED_LOST') return null;
  return lostDocument(referral, standing);
};
