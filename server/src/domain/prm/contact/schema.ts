import { z } from 'zod';
import { paged } from '../../../contract/shapes.ts';

export const PartnerContact = z
  .strictObject({
    name: z.string(),
    email: z.string(),
    jobTitle: z.string(),
    profileUrl: z.string(),
    seniority: z.string(),
  })
  .meta({ id: 'PartnerContact' });

export const PartnerContactPage = paged(PartnerContact);
