import { z } from 'zod';
import { partners } from '../../contract/partner-codes.ts';
import { choiceIn, componentOf, ownedText, ownedTime, text, timeOut } from '../../contract/shapes.ts';
import { isMailAddress } from '../../kit/mail-address.ts';

const email = text(254, 1).refine((value) => isMailAddress(value, { wide: true }), 'must be an e-mail address');

const tagsMax = 5;
const tagPattern = /^[A-Za-z]{1,10}$/;

/** Reference: at most 5 tags of at most 10 characters. Every fault is reported. */
const Tags = z
  .array(z.string().meta({ pattern: tagPattern.source }))
  .superRefine((tags, context) => {
    const add = (path: number[], code: string, message: string): void =>
      context.addIssue({ code: 'custom', path, message, params: { code } });
    if (tags.length > tagsMax) add([], 'too_many', `must be at most ${tagsMax}`);
    for (const [index, tag] of tags.entries()) {
      if (!tagPattern.test(tag)) add([index], 'letters', 'a tag is 1 to 10 letters');
      else if (tags.indexOf(tag) < index) add([index], 'repeated', 'a tag is given twice');
    }
  })
  .meta({ maxItems: tagsMax });

const infoText = text(1000).nullish();

export const ContactInfo = z
  .object({
    companyLocation: infoText,
    companyName: infoText,
    lastModifiedBy: infoText,
    partner: choiceIn(partners).nullish(),
    phoneNumber: infoText,
    role: infoText,
  })
  .meta({ id: 'IdentityConctactInfo' });

const owned = { id: ownedText, organizationID: ownedText, creationTime: ownedTime, lastUpdateTime: ownedTime };

export const NewContact = z
  .object({
    emailAddress: email,
    name: text(255).nullish(),
    info: ContactInfo.nullish(),
    tags: Tags.nullish(),
    companyContactId: text(255).nullish(),
    ...owned,
  })
  .meta(componentOf('IdentityContactInput'));

export const ContactBatch = z.array(NewContact).min(1).max(1000);

/** Replaces all tags; null removes them. */
export const UpdateContactTagsRequest = z.object({ tags: Tags.nullable() }).meta({ id: 'UpdateContactTagsRequest' });

export const ContactChange = z
  .object({
    emailAddress: email.optional(),
    name: text(255).nullish(),
    info: ContactInfo.nullish(),
    tags: Tags.nullish(),
    companyContactId: text(255).nullish(),
    ...owned,
  })
  .meta(componentOf('IdentityContactChange'));

export const IdentityContact = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    emailAddress: z.string(),
    name: z.string(),
    companyContactId: z.string().optional(),
    info: z.strictObject({
      companyLocation: z.string().optional(),
      companyName: z.string().optional(),
      lastModifiedBy: z.string().optional(),
      partner: z.enum(partners).optional(),
      phoneNumber: z.string().optional(),
      role: z.string().optional(),
    }),
    tags: z.array(z.string()),
    creationTime: timeOut,
    lastUpdateTime: timeOut,
  })
  .meta({ id: 'IdentityContact' });
