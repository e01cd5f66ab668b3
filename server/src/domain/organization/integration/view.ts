import type { z } from 'zod';
import { viewConnection } from '../connection/view.ts';
import type { Integration } from './integration.ts';
import type { IntegrationView } from './schema.ts';

/** The row's partner and service are of the closed list, as nothing else can be connected. */
export const viewIntegration = (integration: Integration): z.input<typeof IntegrationView> =>
  viewConnection(integration) as z.input<typeof IntegrationView>;
