import { z } from 'zod';
import { notificationActions } from '../../../contract/reference/notification-words.ts';
import { untypedChoice } from '../../../contract/reference/reference.ts';
import { timeOut } from '../../../contract/shapes.ts';
import { notificationChannels } from '../words.ts';
import { messageStatuses } from './states.ts';

const MessageInfo = z
  .strictObject({
    action: untypedChoice(notificationActions).optional(),
    ccRecipients: z.array(z.string()).optional(),
    customFields: z.record(z.string(), z.unknown()).optional(),
    htmlContent: z.string().optional(),
    rccRecipients: z.array(z.string()).optional(),
    standardFields: z.record(z.string(), z.unknown()).optional(),
    subject: z.string().optional(),
    textContent: z.string().optional(),
  })
  .meta({ id: 'NotificationMessageInfo' });

/** The reference's shape, plus the delivery state. */
export const NotificationMessage = z
  .strictObject({
    id: z.string(),
    organizationID: z.string(),
    type: z.enum(notificationChannels),
    recipient: z.string(),
    info: MessageInfo,
    status: z.enum(messageStatuses),
    /** Completed attempts. */
    attempts: z.int(),
    lastError: z.strictObject({ code: z.string(), message: z.string() }).optional(),
    nextAttemptTime: timeOut.optional(),
    doneTime: timeOut.optional(),
    creationTime: timeOut,
    lastUpdateTime: timeOut,
  })
  .meta({ id: 'NotificationMessage' });

export const ListNotificationMessagesResponse = z
  .strictObject({
    notificationMessages: z.array(NotificationMessage),
    /** On the first page only. */
    totalCount: z.int().optional(),
    nextOffset: z.int().optional(),
  })
  .meta({ id: 'ListNotificationMessagesResponse' });
