import { dateTime, object, oneOf, type Shape, text } from '../written/shapes.ts';

/**
 * Webhooks for the lifecycle of a token. Source: Adyen's OpenAPI "Tokenization webhooks" 1 (TokenizationNotification-v1
 * of Adyen/adyen-openapi), which is not among the published files beside the repository.
 */
const tokenEvents = ['created', 'alreadyExisting', 'updated', 'disabled'].map((step) => `recurring.token.${step}`);
const token = { merchantAccount: text, shopperReference: text, storedPaymentMethodId: text, type: text };

const messageOf = (data: Shape): Shape =>
  object(
    { createdAt: dateTime, data, environment: oneOf('test', 'live'), eventId: text, type: oneOf(...tokenEvents) },
    { version: text },
  );

/** The messages by type. */
export const tokenMessages: Readonly<Record<string, Shape>> = Object.fromEntries(
  tokenEvents.map((type) => [
    type,
    messageOf(type === 'recurring.token.disabled' ? object(token) : object({ ...token, operation: text })),
  ]),
);
