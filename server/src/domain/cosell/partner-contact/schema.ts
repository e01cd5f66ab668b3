import { z } from 'zod';
import { coSellPartners } from '../../../adapters/cosell/port.ts';
import { textParam, timeOut } from '../../../contract/shapes.ts';

export const PartnerContactParams = z.object({
  buyerCompany: textParam(255).meta({ description: 'The name of the buyer company, in any case' }),
  partner: z
    .enum([...coSellPartners, ''])
    .optional()
    .meta({ description: 'Only people of this partner' }),
});

/** Someone at a partner who has worked on deals with a buyer company. */
export const CosellPartnerContact = z
  .strictObject({
    name: z.string(),
    email: z.string(),
    title: z.string(),
    role: z.string(),
    partner: z.enum(coSellPartners),
    lastSeenTime: timeOut,
  })
  .meta({ id: 'CosellPartnerContact' });
