import { type Endpoint, reads } from '../../contract/endpoint.ts';
import { searchKnowledge } from './reads.ts';
import { KnowledgeSearch, KnowledgeSearchResponse } from './schema.ts';

export const knowledgeEndpoints: Endpoint[] = [
  reads({
    id: 'searchKnowledge',
    method: 'POST',
    path: '/org/{orgId}/knowledge/search',
    family: 'knowledge',
    permission: 'knowledge:read',
    summary: 'Search the knowledge index',
    notes:
      'Searches articles about the marketplaces, payment providers and CRMs (MARKETPLACE), the documentation of this service (SERVICE), and its ' +
      'endpoints, error codes and the capabilities of each marketplace (API). Any text may be asked: it has no operators, and misspelled words ' +
      'find the ones that are spelled most like them. All organizations search the same index.',
    body: KnowledgeSearch,
    unversioned: true,
    reply: KnowledgeSearchResponse,
    read: searchKnowledge,
  }),
];
