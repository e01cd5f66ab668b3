import { commerceExamples, operationExamples } from './commerce.ts';
import { contactExamples } from './contact.ts';
import type { Examples } from './example.ts';
import { meteringExamples } from './metering.ts';
import { organizationExamples } from './organization.ts';

/** One example for every endpoint; the test over all endpoints fails for one that has none. */
export const examples: Examples = {
  ...organizationExamples,
  ...commerceExamples,
  ...contactExamples,
  ...meteringExamples,
  ...operationExamples,
};
