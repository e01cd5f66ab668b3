export const knowledgeTexts = {
  title: 'Knowledge',
  search: 'Search the knowledge base',
  example: 'How do I extend an offer on Google Cloud?',
  ask: 'Ask in your own words',
  about: 'Articles about AWS, Azure, Google Cloud, payments and CRMs, and the documentation of this service.',
  nothingFound: 'Nothing found',
  tryOthers: 'Try other words.',
} as const;
