import { z } from 'zod';
import { choiceIn, idIn, paged, timeOut, withoutNulls } from '../../../contract/shapes.ts';
import { acceptedExtensions } from '../../../kit/content-type.ts';
import { line } from '../relationship/schema.ts';
import { fileBytesMax, sharings } from './file.ts';

/** Base64 is a third longer than what it encodes. */
export const contentCharsMax = Math.ceil(fileBytesMax / 3) * 4;

export const NewPartnerFile = z
  .strictObject({
    name: line(200, 1)
      .refine((name) => !/[/\\]/.test(name), 'must not contain slashes')
      .meta({ description: `With an extension: ${acceptedExtensions.join(', ')}` }),
    content: z
      .string()
      .min(1, 'must not be empty')
      .max(contentCharsMax, `must be at most ${fileBytesMax / 1024 / 1024} MiB when decoded`)
      .meta({ format: 'byte' }),
  })
  .meta({ id: 'NewPartnerFile' });

export const SharePartnerFile = withoutNulls(
  z
    .strictObject({ sharedWith: choiceIn(sharings).optional(), partnerId: idIn('relation').nullish() })
    .meta({ id: 'SharePartnerFile' }),
);

const shown = {
  id: z.string(),
  name: z.string(),
  contentType: z.string(),
  size: z.int(),
  creationTime: timeOut,
};

export const PartnerFile = z
  .strictObject({
    ...shown,
    organizationID: z.string(),
    sharedWith: z.enum(sharings).optional(),
    partnerId: z.string().optional(),
    lastUpdateTime: timeOut,
  })
  .meta({ id: 'PartnerFile' });

export const PartnerFilePage = paged(PartnerFile);

export const LinkablePartnerFile = z
  .strictObject({ ...shown, sharedWith: z.enum(sharings), url: z.string() })
  .meta({ id: 'LinkablePartnerFile' });

export const SharedPartnerFile = z.strictObject(shown).meta({ id: 'SharedPartnerFile' });

export const SharedPartnerFilePage = paged(SharedPartnerFile);
