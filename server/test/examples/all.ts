import { contactExamples } from './contact.ts';
import type { Examples } from './example.ts';
import { organizationExamples } from './organization.ts';

/** One example for every endpoint; the test over all endpoints fails for one that has none. */
export const examples: Examples = { ...organizationExamples, ...contactExamples };
