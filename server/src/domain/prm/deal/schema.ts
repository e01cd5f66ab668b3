import { z } from 'zod';
import { day, exactNumber, idIn, text } from '../../../contract/shapes.ts';
import { RevenueShareIn } from '../../cosell/commission/schema.ts';
import { BuyerCompanyIn, currency } from '../../cosell/referral/schema.ts';

export const CreateReferralOnBehalf = z
  .strictObject({
    partnerId: idIn('relation'),
    buyerCompany: BuyerCompanyIn,
    name: text(255, 1),
    dealValue: exactNumber,
    currency,
    revenueShare: RevenueShareIn,
    targetCloseDate: day,
  })
  .meta({ id: 'CreateReferralOnBehalf' });
