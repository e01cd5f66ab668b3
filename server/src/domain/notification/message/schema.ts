import { z } from 'zod';
import { untypedChoice } from '../../../contract/reference/reference.ts';
import { timeOut } from '../../../contract/shapes.ts';
import { messageActions } from './message.ts';
import { messageStatuses } from './states.ts';

const channels = ['EMAIL', 'SLACK', 'SMS', 'SNS', 'SALESFORCE', 'WEBHOOK', 'SUGER_SUPPORT', 'MICROSOFT_TEAMS'] as const;

const MessageInfo = z
  .strictObject({
    action: untypedChoice(messageActions).optional(),
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
    type: z.enum(channels),
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
