import type { z } from 'zod';
import type { PartnerContact } from './contact.ts';
import type { PartnerContact as ContactReply } from './schema.ts';

export const viewPartnerContact = (contact: PartnerContact): z.input<typeof ContactReply> => ({
  name: contact.name,
  email: contact.email,
  jobTitle: contact.job_title,
  profileUrl: contact.profile_url,
  seniority: contact.seniority,
});
