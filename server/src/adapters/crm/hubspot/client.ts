import type { z } from 'zod';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { createRest, type RestCall, type Said } from '../../rest/rest.ts';
import type { CrmAccess } from '../port.ts';

const standardEndpoint = 'https://api.hubapi.com';

export type HubspotClient = {
  send<Shape extends z.ZodType>(
    access: CrmAccess,
    call: Omit<RestCall, 'url' | 'headers'> & { path: string },
    shape: Shape,
  ): Promise<z.output<Shape>>;
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

type Problem = { message?: unknown; context?: { propertyName?: unknown } };

/**
 * `{status: "error", category, message, errors: [{message, context}]}` (HubSpot developer docs, Error handling); beyond a limit
 * `{errorType: "RATE_LIMIT", policyName}` (API usage guidelines).
 */
const readError = (body: unknown): Said => {
  const { category, errorType, message, errors } = (body ?? {}) as Record<string, unknown>;
  const fields = (Array.isArray(errors) ? (errors as Problem[]) : []).flatMap(({ context }) =>
    Array.isArray(context?.propertyName) ? context.propertyName.map(String) : [],
  );
  return {
    code: textOf(category) ?? textOf(errorType),
    message: textOf(message),
    ...(fields.length > 0 ? { details: { fields } } : {}),
  };
};

/** Sends calls with the token of a private app, which does not expire. */
export const createHubspotClient = (outgoing: Outgoing): HubspotClient => {
  const rest = createRest({
    partner: 'HUBSPOT',
    outgoing,
    readError,
    requestIdHeaders: ['x-hubspot-correlation-id'],
    retryableCodes: ['RATE_LIMIT', 'RATE_LIMITS'],
    // The account is being moved to another place (HubSpot developer docs, Error handling).
    retryableStatuses: [477],
  });
  return {
    send: async ({ endpoint = standardEndpoint, credentials }, { path, ...call }, shape) => {
      const headers = { authorization: `Bearer ${credentials.accessToken ?? ''}` };
      const { answer } = await rest.send({ ...call, url: `${endpoint.replace(/\/+$/, '')}${path}`, headers }, shape);
      return answer;
    },
  };
};
