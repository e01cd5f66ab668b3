import type { z } from 'zod';
import type { ExpiryNotice } from '../../offer/expiry-notice/expiry-notice.ts';
import { scopes } from '../event/event-texts.ts';
import type { NotificationConfig } from './notification-config.ts';
import type { NotificationConfigInfo } from './schema.ts';

/** A configuration as clients see it. */
export const viewConfig = (
  config: NotificationConfig,
  { enabled, days }: ExpiryNotice,
): z.input<typeof NotificationConfigInfo> => ({
  ...config,
  enableExpireSoonOfferWorkflowNotification: enabled,
  daysToExpireSoonOfferWorkflowNotification: days,
  allEmailNotificationScopes: [...scopes],
});
