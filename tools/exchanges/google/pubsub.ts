import { documentOf } from '../written/document.ts';
import { empty, listOf, mapOf, matching, object, someText, text, wholeFrom } from '../written/shapes.ts';
import { time } from './time.ts';

// Pub/Sub v1 by its discovery document (pubsub:v1), limited to the operations that the service uses.

/**
 * A Pub/Sub message. Returned by pull, it has the members of `PubsubMessage`; pushed, it also has `message_id` and
 * `publish_time` (Pub/Sub, "Receive messages with push").
 */
const message = {
  data: matching('^[\\w+/]*={0,2}$'),
  messageId: someText,
  publishTime: time,
};
const messageOptions = { attributes: mapOf(text), orderingKey: text };
const pulledMessage = object(message, messageOptions);
export const pushedMessage = object({ ...message, message_id: someText, publish_time: time }, messageOptions);

const subscription = '/projects/{project}/subscriptions/{subscription}';
/** Below `/v1`. */
export const pubsub = documentOf({
  [`POST ${subscription}:pull`]: {
    body: object({ maxMessages: wholeFrom(1) }, { returnImmediately: { type: 'boolean' } }),
    answers: {
      200: object(
        {},
        {
          receivedMessages: listOf(
            object({ ackId: someText, message: pulledMessage }, { deliveryAttempt: wholeFrom(0) }),
          ),
        },
      ),
    },
  },
  [`POST ${subscription}:acknowledge`]: { body: object({ ackIds: listOf(someText, 1) }), answers: { 200: empty } },
});
