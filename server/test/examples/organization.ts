import type { Examples } from './example.ts';

export const organizationExamples: Examples = {
  listOrganizations: async () => ({}),
};
