import { z } from 'zod';
import { componentOf, text, withoutNulls } from '../../../contract/shapes.ts';

export const BuyerCompany = z
  .strictObject({
    name: z.string(),
    website: z.string().optional(),
    country: z.string().optional(),
    industry: z.string().optional(),
  })
  .meta({ id: 'ReferralBuyerCompany' });

export const BuyerCompanyIn = withoutNulls(
  z
    .strictObject({
      name: text(120, 1),
      website: text(255).optional(),
      country: text(64).optional(),
      industry: text(120).optional(),
    })
    .meta(componentOf('ReferralBuyerCompanyInput')),
);
