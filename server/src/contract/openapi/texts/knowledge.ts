import type { Texts } from './notation.ts';

export const knowledgeTexts = {
  KnowledgeSearch: {
    about: 'A question to the knowledge index.',
    members: {
      query: 'Any text. It has no operators; words are found in any of their forms, and misspelled ones too.',
      limit: 'How many results at most; default 10.',
      sources: 'Only results from these sources. Absent or empty: from all.',
    },
  },
  KnowledgeSearchResponse: {
    about: 'What was found.',
    members: { results: 'The results, the best first.' },
  },
  KnowledgeResult: {
    about: 'A piece of the knowledge index.',
    members: {
      id: 'The ID of the piece. It remains the same as long as the piece is about the same.',
      title: 'The title.',
      url: 'The page of this service that shows it. It can be read without signing in.',
      source:
        'MARKETPLACE: an article about a partner. SERVICE: the documentation of this service. API: an endpoint, an error code, or a capability of a marketplace.',
      snippet: 'The part that answers best, as HTML: what was found is in mark elements, everything else is escaped.',
      score: 'The relevance: higher is better. Comparable only among the results of one search.',
    },
  },
} as const satisfies Texts;
