import { z } from 'zod';
import { text, withoutNulls } from '../../contract/shapes.ts';

export const knowledgeSources = ['MARKETPLACE', 'SERVICE', 'API'] as const;

const limitMax = 50;

export const KnowledgeSearch = withoutNulls(
  z
    .strictObject({
      query: text(500, 1),
      limit: z.int().min(1, 'must be at least 1').max(limitMax, `must be at most ${limitMax}`).optional(),
      sources: z.array(z.enum(knowledgeSources)).max(knowledgeSources.length).optional(),
    })
    .meta({ id: 'KnowledgeSearch' }),
);

const KnowledgeResult = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    url: z.string().meta({ format: 'uri' }),
    source: z.enum(knowledgeSources),
    snippet: z.string(),
    score: z.number(),
  })
  .meta({ id: 'KnowledgeResult' });

/** What was found, the best first. */
export const KnowledgeSearchResponse = z
  .strictObject({ results: z.array(KnowledgeResult) })
  .meta({ id: 'KnowledgeSearchResponse' });
