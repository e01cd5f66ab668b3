import { z } from 'zod';

/** Microsoft writes a quantity as a 32-bit integer (SaaSOperation of the fulfillment API). */
const seatsMax = 2 ** 31 - 1;

export const SeatParams = z.object({
  newSeat: z
    .string()
    .refine((value) => /^\d{1,10}$/.test(value), 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(seatsMax))
    .meta({ type: 'integer', minimum: 1, maximum: seatsMax }),
});
