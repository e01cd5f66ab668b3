import type { z } from 'zod';
import type { RenewalRead } from '../../../adapters/marketplace/port.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { decimalToJson } from '../../../kit/decimal.ts';
import { requireFound } from '../../../kit/errors.ts';
import { viewPartnerOffer } from '../../offer/actions/view-partner-offer.ts';
import type { Entitlement } from '../entitlement.ts';
import type { RenewalDraftOffer } from './schema.ts';

export type RenewalView = z.input<typeof RenewalDraftOffer>;

/** The offer of a pending renewal as clients see it, with the range of its price increase. */
export const viewRenewal = async (
  call: { db: OrgDb; orgId: string },
  { partner }: Pick<Entitlement, 'partner'>,
  { offerExternalId, uplift, minUplift, maxUplift, deadline }: RenewalRead,
): Promise<RenewalView> => {
  const view = requireFound(await viewPartnerOffer(call, partner, offerExternalId), 'pending renewal');
  const renewal = {
    ...(uplift === null ? {} : { upliftPercentage: decimalToJson(uplift) }),
    minUpliftPercentage: decimalToJson(minUplift),
    maxUpliftPercentage: decimalToJson(maxUplift),
    ...(deadline === null ? {} : { deadline }),
  };
  return { ...view, info: { ...view.info, renewal } };
};
