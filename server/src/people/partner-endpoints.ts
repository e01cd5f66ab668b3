import { z } from 'zod';
import { type PersonEndpoint, serves, shapes } from './endpoint.ts';
import {
  acceptPartnerInvitation,
  declinePartnerInvitation,
  openPartnerInvitation,
  receivePartnerInvitation,
} from './partner-invitation.ts';

const organizationID = z.string().min(1).max(64);

/** What the holder of the link of a partner invitation can do. The token is in the body, never in the URL. */
export const partnerEndpoints: readonly PersonEndpoint[] = [
  serves({
    id: 'openPartnerInvitation',
    method: 'POST',
    path: '/partner-invitation/open',
    summary:
      'Shows what a partner invitation is about and, to a signed-in person, the organizations for which that person may answer it.',
    signedIn: false,
    body: z.object({ token: shapes.token }),
    reply: z.strictObject({
      companyName: z.string(),
      sender: z.strictObject({ organizationName: z.string(), userName: z.string() }),
      relationship: z.string(),
      engagementType: z.string(),
      acceptBy: z.iso.datetime(),
      organizations: z.array(z.strictObject({ organizationID: z.string(), name: z.string() })).optional(),
    }),
    serve: async ({ people, caller, from }, { body }) => ({
      body: await openPartnerInvitation(people, body.token, caller, from),
    }),
  }),
  serves({
    id: 'acceptPartnerInvitation',
    method: 'POST',
    path: '/partner-invitation/accept',
    summary: 'Accepts a partner invitation for an organization of the caller, or for a new organization of that name.',
    signedIn: true,
    body: z.object({
      token: shapes.token,
      organizationID: organizationID.optional(),
      organizationName: shapes.name
        .min(1)
        .refine((name) => name.trim() !== '', 'must not be empty')
        .optional(),
    }),
    reply: z.strictObject({ organizationID: z.string(), partnerID: z.string() }),
    serve: async ({ people, caller, from }, { body }) => {
      const { organizationId, partnerId } = await acceptPartnerInvitation(people, body, caller, from);
      return { body: { organizationID: organizationId, partnerID: partnerId } };
    },
  }),
  serves({
    id: 'receivePartnerInvitation',
    method: 'POST',
    path: '/partner-invitation/receive',
    summary: 'Files a partner invitation in an organization of the caller, where others can answer it.',
    signedIn: true,
    body: z.object({ token: shapes.token, organizationID }),
    reply: z.strictObject({ organizationID: z.string(), invitationID: z.string() }),
    serve: async ({ people, caller, from }, { body }) => {
      const { organizationId, invitationId } = await receivePartnerInvitation(people, body, caller, from);
      return { body: { organizationID: organizationId, invitationID: invitationId } };
    },
  }),
  serves({
    id: 'declinePartnerInvitation',
    method: 'POST',
    path: '/partner-invitation/decline',
    summary: 'Declines a partner invitation. The token of the link is enough.',
    signedIn: false,
    body: z.object({ token: shapes.token }),
    serve: async ({ people, from }, { body }) => {
      await declinePartnerInvitation(people, body.token, from);
      return {};
    },
  }),
];
