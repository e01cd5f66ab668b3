import type { z } from 'zod';
import type { ActCall } from '../../../contract/call.ts';
import type { UpdateContactTagsRequest } from '../schema.ts';
import { updateContact } from './update-contact.ts';

type Input = { params: { contactId: string }; body: z.output<typeof UpdateContactTagsRequest> };

/** Replaces all tags of a contact and returns them. */
export const updateContactTags = async (call: ActCall, { params, body }: Input): Promise<string[]> =>
  (await updateContact(call, { params, body: { tags: body.tags } })).tags;
