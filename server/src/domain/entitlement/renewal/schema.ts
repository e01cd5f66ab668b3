import { z } from 'zod';
import { exactNumber, timeOut } from '../../../contract/shapes.ts';
import { OfferInfo, WorkloadOffer } from '../../offer/schema.ts';

export const RenewalAdjustUplift = z.strictObject({ upliftPercentage: exactNumber });

const OfferRenewal = z
  .strictObject({
    upliftPercentage: exactNumber.optional(),
    minUpliftPercentage: exactNumber,
    maxUpliftPercentage: exactNumber,
    deadline: timeOut.optional(),
  })
  .meta({ id: 'OfferRenewal' });

/** The offer by which an agreement will be renewed. */
export const RenewalDraftOffer = WorkloadOffer.extend({
  info: OfferInfo.reply.extend({ renewal: OfferRenewal }).meta({ id: 'RenewalDraftOfferInfo' }),
}).meta({ id: 'RenewalDraftOffer' });
