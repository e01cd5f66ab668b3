import type { Texts } from './notation.ts';

const failure = {
  about: 'Why it failed.',
  members: {
    code: 'HTTP_ and the status; or TIMEOUT, ADDRESS_REFUSED, EVENT_REMOVED, or the code of the failed connection.',
    message: 'A description of what happened.',
  },
};

const webhookMembers = {
  organizationId: 'The organization, org_….',
  url: 'Where events are sent: https, on the public internet, or a host of ALLOWED_HOSTS.',
  description: 'What it is for.',
  types: 'The events that it is sent: offer.accepted, or offer.* for all about offers. Empty: all.',
  entityIds: 'Only events about these entities. Empty: about any.',
  ordered:
    'Whether events of one entity are sent strictly one after another: the next when the one before is DONE or FAILED.',
  format:
    'What is sent. EVENT: the event, as WebhookEvent. NOTIFICATION: in the words of people, as NotificationEventItem.',
  headers: 'Headers of your own, such as a token for a gateway. They are never shown. In a PATCH they replace all.',
  headerNames: 'The names of its custom headers.',
  enabled: 'Whether events are sent to it.',
  disabledReason:
    'REQUESTED: by a caller. GONE: the receiver answered with 410. FAILING: no delivery succeeded for five days.',
  disabledTime: 'When it was disabled.',
  secret:
    'The secret that signs: whsec_ and 32 bytes in base64. Only if this call created it, shown once; null in repeated responses.',
  previousSecretUntil: 'Until when the previous secret signs too.',
  health: 'How its deliveries go.',
  version: 'Its version, as in ETag.',
};

/** Webhooks and what is sent to them. */
export const webhookTexts = {
  Webhook: { about: 'An address that is sent events.', members: webhookMembers },
  WebhookChange: {
    about: 'What changes in a webhook. An absent member stays as it is; null restores the standard.',
    members: webhookMembers,
  },
  WebhookHealth: {
    about: 'How the deliveries of a webhook go.',
    members: {
      waiting: 'The number of waiting deliveries; 1001 if counting stopped there.',
      delivered: 'The number of deliveries that were received, ever.',
      failed: 'The number of deliveries that failed for good, ever.',
      lastSuccessTime: 'When the receiver last answered with 2xx.',
      lastFailureTime: 'When an attempt last failed.',
      failingSince: 'Since when every attempt has failed. Absent if the last one did not.',
    },
  },
  WebhookDelivery: {
    about: 'One event that is sent to one webhook.',
    members: {
      webhookId: 'The webhook.',
      eventId: 'The event. It is sent as webhook-id.',
      eventType: 'What happened.',
      entityType: 'What the event is about.',
      entityId: 'The ID of that.',
      replayId: 'The replay that queued it. Absent if it is not a replay.',
      status:
        'PENDING: it waits, or is being sent. DONE: the receiver answered with 2xx. FAILED: it did not within 24 hours, or answered with 410. CANCELED: the webhook was disabled or deleted.',
      attemptCount: 'The number of attempts.',
      nextAttemptTime:
        'When it is tried next. Absent when it has ended, and while an earlier event of the entity must be delivered first.',
      lastStatusCode: 'The status of the last answer.',
      lastError: 'Why the last attempt failed.',
      doneTime: 'When it was over.',
      creationTime: 'When it was queued, UTC.',
      attempts: 'The latest 50 attempts, oldest first.',
    },
  },
  'WebhookDelivery.lastError': failure,
  WebhookAttempt: {
    about: 'One attempt to deliver an event.',
    members: {
      number: 'Its number, from 1.',
      time: 'When it began, in business time.',
      milliseconds: 'How long the exchange took.',
      statusCode: 'The status of the answer.',
      answer: 'The first 4 KiB of the answer.',
      error: 'Why it failed. Absent if it did not.',
    },
  },
  'WebhookAttempt.error': failure,
  ReplayWebhookInput: {
    about: 'Which events to send again.',
    members: {
      from: 'The beginning of the period, in business time, included.',
      to: 'The end of the period, not included.',
      onlyFailed: 'Only events that failed or were canceled and were never delivered.',
      types: 'Only events of these types, as in the webhook.',
      cursor: 'The cursor of the answer before, if it had one.',
    },
  },
  WebhookReplay: {
    about: 'A replay that was queued.',
    members: {
      replayId: 'The ID that its deliveries have.',
      queued: 'The number of deliveries that were queued.',
      cursor: 'Where to continue, with the same request. Absent if nothing is left.',
    },
  },
  WebhookEvent: {
    about: 'Something that happened in the organization, as it is sent to webhooks.',
    members: {
      id: 'The ID of the event, the same whenever it is sent.',
      type: 'What happened. webhook.test: somebody tests the webhook.',
      timestamp: 'When it happened, in business time.',
      version: 'The version of this shape. Members may be added to it.',
      organizationId: 'The organization, org_….',
      entityType: 'What it is about.',
      entityId: 'The ID of that.',
      entityVersion: 'The version of the entity after it.',
      actor: 'Who did it.',
      data: 'The entity as it was after it.',
    },
  },
} as const satisfies Texts;
