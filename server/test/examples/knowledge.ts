import { keepReleaseIndex } from '../../src/domain/knowledge/actions/keep-index.ts';
import { readRelease } from '../../src/wiring/knowledge.ts';
import type { Examples } from './example.ts';

export const knowledgeExamples: Examples = {
  searchKnowledge: async (app) => {
    await keepReleaseIndex(app.database, await readRelease());
    return { body: { query: 'How late can I report usage to AWS?', limit: 3, sources: ['MARKETPLACE', 'API'] } };
  },
};
