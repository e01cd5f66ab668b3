import type { Examples } from './example.ts';

export const auditingExamples: Examples = {
  queryAuditingEvents: async (_app, { editor }) => {
    await editor.call('POST', '/contact', { body: { emailAddress: 'audited@example.com' } });
    return { query: 'q=(= action "createContact")&s=-creation_time&page_size=5' };
  },
};
