import { z } from 'zod';
import { document, timeOut } from '../../contract/shapes.ts';

export const organizationStatuses = ['ACTIVE', 'PENDING_APPROVAL', 'DISABLED'] as const;

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
