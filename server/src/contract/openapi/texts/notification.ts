import type { Texts } from './notation.ts';

const chat = {
  about: 'A channel of a chat service.',
  members: {
    enabled: 'Whether it is told.',
    webhookUrl:
      'The secret address to which messages are posted. Replies show only its server and its last four characters; that text, sent back, keeps the address.',
    scopes: 'The events that it receives, as ACTION.ENTITY. Empty: everything of priority HIGH and CRITICAL.',
  },
};

const emailRule = {
  about: 'Who is mailed about a scope.',
  members: {
    scope: 'What it is about: ACTION.ENTITY, such as ACCEPT.OFFER.',
    enabled: 'Whether mails are sent. True when absent.',
    toEmails: 'Each of these addresses gets its own mail.',
    ccEmails: 'The visible copies of the first mail.',
    bccEmails: 'The blind copies of the first mail.',
    templateId: 'The template of the mail. Absent: the standard words.',
  },
};

const digest = {
  about: 'Whether mails are collected. What is CRITICAL is sent at once.',
  members: {
    mode: 'OFF: each mail at once. HOURLY: at the full hour. DAILY: once a day.',
    hour: 'The hour of a DAILY digest, 0 to 23, in the time zone of the configuration.',
  },
};

const quietHours = {
  about: 'When messages are held back. What is CRITICAL is sent at once.',
  members: {
    enabled: 'Whether messages are held back.',
    start: 'When it begins, HH:MM.',
    end: 'When it ends, HH:MM; earlier than start: on the next day.',
  },
};

const template = {
  about: 'Words of mails, in Mustache: {{title}}, {{message}}, {{link}} and others. Errors name all of them.',
  members: {
    id: 'The ID that rules name, chosen by the client.',
    name: 'The name. The ID when absent.',
    subject: 'The subject.',
    text: 'The plain text.',
    html: 'The HTML; values are escaped. Absent: generated from the text.',
  },
};

const webhook = {
  about: 'The single webhook that clients of the reference API know. It receives bodies like NotificationEventItem.',
  members: {
    enabled: 'Whether it is told.',
    url: 'Where events are sent.',
    scopes: 'The events that it receives, as ACTION.ENTITY. Empty: everything of priority HIGH and CRITICAL.',
    webhookId: 'The webhook that does this work, webhook_…: it has the signing secret and the deliveries.',
  },
};

const config = {
  about: 'Who is notified of what.',
  members: {
    emailNotificationConfigs: 'Who is mailed, by scope.',
    slack: 'The channel of Slack.',
    microsoftTeams: 'The channel of Microsoft Teams.',
    webhook: 'The webhook.',
    allEmailNotificationScopes: 'All scopes that can be subscribed to.',
    enableExpireSoonOfferWorkflowNotification: 'Whether the last days of offers are announced at all.',
    daysToExpireSoonOfferWorkflowNotification: 'How many days before, 1 to 90.',
    disableOfferReadyNotification: 'True: no mail when an offer can be accepted.',
    templates: 'Words of mails, for rules that name them.',
    digest: 'Whether mails are collected.',
    quietHours: 'When messages are held back.',
    timeZone: 'The time zone of digests and quiet hours (IANA), such as Europe/Berlin.',
  },
};

/** Notifications: who receives what, and what was sent. */
export const notificationTexts = {
  NotificationConfigInfo: config,
  NotificationConfigInfoInput: config,
  EmailNotificationConfig: emailRule,
  EmailNotificationConfigInput: emailRule,
  ChatNotificationConfig: chat,
  ChatNotificationConfigInput: chat,
  WebhookNotificationConfig: webhook,
  WebhookNotificationConfigInput: webhook,
  NotificationTemplate: template,
  NotificationTemplateInput: template,
  NotificationDigest: digest,
  NotificationDigestInput: digest,
  NotificationQuietHours: quietHours,
  NotificationQuietHoursInput: quietHours,
  NotificationPreviewInput: {
    about: 'Which mail is shown.',
    members: {
      scope: 'What it is about: ACTION.ENTITY.',
      templateId: 'A stored template. Absent: that of the rule of the scope.',
      template: 'A template that is not stored. It takes precedence over templateId.',
      offerId:
        'The offer, offer_…, whose mail to its contacts is shown. With the scope NOTIFY_CONTACTS.OFFER; templates do not apply.',
      contactId: 'The contact of the offer, contact_…, to whom the mail is addressed. Absent: the first one.',
      personalLine: 'The line of your own above the offer, in one line.',
    },
  },
  'NotificationPreviewInput.template': {
    about: 'A template that is not stored. It takes precedence over templateId.',
    members: {
      subject: template.members.subject,
      text: template.members.text,
      html: template.members.html,
    },
  },
  NotificationPreview: {
    about: 'A mail as its receivers would see it.',
    members: {
      subject: 'The subject.',
      textContent: 'The plain text.',
      htmlContent: 'The HTML.',
      replyTo: 'Where replies go. Absent: to the sender.',
    },
  },
  NotificationTestInput: {
    about: 'Which test is sent.',
    members: {
      channel: 'EMAIL, SLACK or MICROSOFT_TEAMS.',
      scope: 'The scope of which the latest event is shown. Absent: an example.',
      templateId: 'The template of the mail.',
      toEmails: 'Up to five addresses. Absent: the address of the caller.',
    },
  },
  NotificationEventItem: {
    about: 'An event as shown to people.',
    members: {
      eventID: 'The event, event_….',
      action: 'What happened.',
      entityType: 'What it is about.',
      entityID: 'The ID of that.',
      entityName: 'Its name, if it has one.',
      entityStatus: 'Its status, if it has one.',
      priority: 'How urgent it is; empty for the test of a webhook.',
      eventStatus: 'Always DONE: the state of each message is in its own list.',
      title: 'What happened, in a few words.',
      message: 'What happened, in a sentence.',
      isActionItem: 'Whether somebody must act.',
      channels: 'The channels that were notified.',
      info: 'More about the event.',
      timestamp: 'When it happened.',
      ccContactIds: 'Not used by this service.',
      contactEmails: 'Not used by this service.',
      contactIds: 'Not used by this service.',
      customFields: 'Not used by this service.',
      trackEvents: 'Not used by this service.',
      requireAudit: 'Always true: every event has its row in the audit trail.',
    },
  },
  NotificationEventCreator: {
    about: 'Who or what did it.',
    members: { entityId: 'Its ID.', entityType: 'What it is.' },
  },
  NotificationEventInfo: {
    about: 'More about the event.',
    members: { type: 'Its type, as in the list of events: offer.accepted.' },
  },
  ListNotificationEventsResponse: {
    about: 'A page of notification events.',
    members: {
      notificationEvents: 'The events, newest first.',
      totalCount: 'The number of all events; 100001 if counting stopped there. Only on the first page.',
      nextOffset: 'The offset of the next page. Absent on the last page.',
    },
  },
} as const satisfies Texts;
