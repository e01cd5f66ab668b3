import { z } from 'zod';
import { timeOut } from '../../../contract/shapes.ts';

const ServiceStatus = z
  .strictObject({
    partner: z.string(),
    service: z.string(),
    status: z.enum(['CONNECTED', 'NOT_CONNECTED', 'ERROR']),
    connectedTime: timeOut.optional(),
    lastError: z.strictObject({ code: z.string(), message: z.string() }).optional(),
  })
  .meta({ id: 'ServiceStatus' });

const Quota = z
  .strictObject({
    name: z.string(),
    limit: z.int(),
    used: z.int(),
    unit: z.string(),
    period: z.string().optional().meta({
      description: 'request: a limit of each single request, with no usage; caller: of this caller; absent: of all',
    }),
  })
  .meta({ id: 'Quota' });

export const ServicesAndQuotas = z
  .strictObject({
    organizationId: z.string(),
    capturedTime: timeOut,
    services: z.array(ServiceStatus),
    quotas: z.array(Quota),
  })
  .meta({ id: 'ServicesAndQuotas' });
