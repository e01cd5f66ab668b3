import { z } from 'zod';
import { componentOf, text } from '../../../contract/shapes.ts';

export const InvitePartner = z
  .strictObject({
    invitedMpnId: z.string().regex(/^\d{1,20}$/, 'must be the MPN id of the partner, digits only'),
    notes: text(2000, 1),
    assistanceRequestCode: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9]{0,63}$/, "must be one of Microsoft's codes, such as General"),
  })
  .meta(componentOf('InvitePartner'));
