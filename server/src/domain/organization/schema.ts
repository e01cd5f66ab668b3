import { z } from 'zod';
import { componentOf, document, ownedDocument, ownedText, ownedTime, text, timeOut } from '../../contract/shapes.ts';
import { isWebAddress } from '../../kit/web-address.ts';

import { organizationStatuses } from './states.ts';

const name = text(200, 1)
  .refine((value) => /^\P{Cc}*$/u.test(value), 'must not contain control characters')
  .refine((value) => value.trim() !== '', 'must not be empty');

const profile = {
  description: text(2000).nullish(),
  website: text(1000)
    .refine((value) => value === '' || isWebAddress(value), 'must be the address of a web page')
    .nullish(),
  emailDomain: text(253)
    .regex(/^([a-z0-9-]+(\.[a-z0-9-]+)+)?$/i, 'must be the name of a domain')
    .nullish(),
};

const owned = {
  id: ownedText,
  status: ownedText,
  createdBy: ownedText,
  creationTime: ownedTime,
  lastUpdateTime: ownedTime,
  info: ownedDocument,
};

export const NewOrganization = z.strictObject({ name, ...profile, ...owned }).meta(componentOf('OrganizationInput'));

/** The name can be changed, not cleared. */
export const OrganizationChange = z
  .strictObject({ name: name.optional(), ...profile, ...owned })
  .meta(componentOf('OrganizationChange'));

export const Organization = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    emailDomain: z.string(),
    website: z.string(),
    status: z.enum(organizationStatuses),
    createdBy: z.string(),
    creationTime: timeOut,
    lastUpdateTime: timeOut,
    info: document,
  })
  .meta({ id: 'Organization' });
