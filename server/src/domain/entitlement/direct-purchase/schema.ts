import { z } from 'zod';
import { idIn, text, withoutNulls } from '../../../contract/shapes.ts';

const when = text(64).nullish();

export const CreateEntitlement = withoutNulls(
  z.object({
    organizationId: text(64).nullish().meta({ description: 'The organization in the path, or absent' }),
    buyerId: idIn('buyer').optional(),
    offerId: idIn('offer').optional(),
    startDate: when.meta({ description: 'RFC 3339 time or YYYY-MM-DD (UTC); absent: now' }),
    endDate: when.meta({ description: 'RFC 3339 time or YYYY-MM-DD (UTC); absent: no end' }),
  }),
);
