import type { z } from 'zod';
import type { ContactInfo } from './schema.ts';

/** A person at a buyer or partner company. Unique in its organization by e-mail address, ignoring case. */
export type Contact = {
  id: string;
  email_address: string;
  name: string;
  company_contact_id: string | null;
  info: z.output<typeof ContactInfo>;
  tags: string[];
  creation_time: Date;
  last_update_time: Date;
  version: number;
};
