import type { z } from 'zod';
import { scopes } from '../event/told.ts';
import type { NotificationConfig } from './notification-config.ts';
import type { NotificationConfigInfo } from './schema.ts';

/** A configuration as clients see it. */
export const viewConfig = (config: NotificationConfig): z.input<typeof NotificationConfigInfo> => ({
  ...config,
  allEmailNotificationScopes: [...scopes],
});
