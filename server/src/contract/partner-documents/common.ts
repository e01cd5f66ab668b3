import { partners } from '../partner-codes.ts';
import { notificationActions, notificationEntities, notificationPriorities } from '../reference/notification-words.ts';
import { listOf, type PartnerDocuments } from './notation.ts';

/** What a note can be about. */
/** Notes, which belong to no partner. */
export const commonDocuments = {
  CancellationSchedule: {
    about: 'When to cancel an entitlement.',
    members: {
      cancelDate: ['text', 'The day of the cancellation, for SpecificDate.'],
      creationDate: ['text', 'When the cancellation was planned.'],
      note: ['text', 'Why it is cancelled.'],
      type: [['EndOfTerm', 'Immediate', 'SpecificDate'], 'When it is cancelled.'],
    },
  },
  LastModifiedBy: {
    about: 'Who changed something last.',
    members: {
      email: ['text', 'The email address.'],
      entityId: ['text', 'The ID of the caller that changed it.'],
      entityType: [notificationEntities, 'The type of caller that changed it.'],
      name: ['text', 'The name of who changed it.'],
    },
  },
  NotificationEvent: {
    about: 'A notification about an offer, an entitlement or a product.',
    members: {
      action: [notificationActions, 'What happened.'],
      ccContactIds: ['text[]', 'Contacts who get a copy.'],
      channels: [
        listOf(['EMAIL', 'SLACK', 'SMS', 'SNS', 'SALESFORCE', 'WEBHOOK', 'SUGER_SUPPORT', 'MICROSOFT_TEAMS']),
        'How it is sent.',
      ],
      contactEmails: ['text[]', 'Email addresses to which it is sent.'],
      contactIds: ['text[]', 'Contacts to whom it is sent.'],
      createdBy: ['LastModifiedBy', 'Who caused it.'],
      customFields: ['object', "Fields of the client's own."],
      entityID: ['text', 'The ID of the resource it is about.'],
      entityName: ['text', 'The name of what it is about.'],
      entityStatus: ['text', 'The status of what it is about.'],
      entityType: [notificationEntities, 'The type of resource it is about.'],
      eventID: ['text', 'The ID of the notification.'],
      eventStatus: [['', 'SCHEDULED', 'PENDING', 'DONE', 'FAILED'], 'The status of the notification.'],
      info: ['object', 'More about it.'],
      isActionItem: ['boolean', 'Whether an action is required.'],
      lastUpdateTime: ['date-time', 'When it last changed, UTC.'],
      message: ['text', 'The text.'],
      organizationID: ['text', 'The organization, org_….'],
      partner: [['', ...partners], 'The partner it is about.'],
      priority: [notificationPriorities, 'How urgent it is.'],
      requireAudit: ['boolean', 'Whether it is kept for audits.'],
      timestamp: ['date-time', 'When it happened, UTC.'],
      title: ['text', 'The title.'],
      trackEvents: ['TrackEvent[]', 'The actions of its recipients.'],
    },
  },
  TrackEvent: {
    about: 'Something that a recipient did.',
    members: {
      action: [['OPEN_EMAIL'], 'The action.'],
      contactId: ['text', 'The contact who did it.'],
      timestamp: ['date-time', 'When it was done, UTC.'],
    },
  },
  UniqueCountAggregationResult: {
    about: 'The distinct values counted.',
    members: {
      newItems: ['object', 'What was newly received.'],
    },
  },
  UsageCount: {
    about: 'The quantity of a dimension used.',
    members: {
      creditCount: ['number', 'The quantity paid from credit, in units.'],
      includedCount: ['number', 'The quantity included in the price, in units.'],
      reportedCount: ['number', 'The quantity reported to the marketplace, in units.'],
    },
  },
} as const satisfies PartnerDocuments;
