import type { z } from 'zod';
import { addressesInEffect } from '../../../adapters/addresses-in-effect.ts';
import { viewConnection } from '../connection/view.ts';
import type { Integration } from './integration.ts';
import type { IntegrationView } from './schema.ts';

/** The row's partner and service are of the closed list, as nothing else can be connected. */
export const viewIntegration = (integration: Integration): z.input<typeof IntegrationView> =>
  ({
    ...viewConnection(integration),
    addresses: addressesInEffect({
      ...{ partner: integration.partner, service: integration.service },
      ...{ endpoint: integration.endpoint, endpoints: integration.endpoints },
      ...{ region: integration.region, meteringRegion: integration.metering_region },
      credentialFields: integration.credential_fields,
    }),
  }) as z.input<typeof IntegrationView>;
