import { LRUCache } from 'lru-cache';
import mustache from 'mustache';
import { escapeHtml } from '../../../kit/escape-html.ts';

/** The maximum number of characters of cached parsed templates: those of two organizations with the maximum size. */
const keptCharsMax = 4_000_000;

// By itself it would keep every template that was ever rendered. To read one takes ten times as long as to fill it in.
const kept = { maxSize: keptCharsMax, sizeCalculation: (_value: object, template: string) => template.length + 1 };
mustache.templateCache = new LRUCache<string, object>(kept) as unknown as typeof mustache.templateCache;
/** What is wrong with templates, for the same reason. */
const faults = new LRUCache<string, { fault: string | null }>(kept);

/** A text may have so many tags, so deep in each other: each is looked up in all that are around it. */
const tagsMax = 200;
const depthMax = 10;

/** What a template may name. Texts of others are one line, and lead nowhere. */
export type TemplateView = {
  title: string;
  message: string;
  action: string;
  entityType: string;
  entityId: string;
  entityName: string;
  entityStatus: string;
  partner: string;
  priority: string;
  time: string;
  link: string;
  organization: string;
  actor: string;
};

export const templateNames = [
  'title',
  'message',
  'action',
  'entityType',
  'entityId',
  'entityName',
  'entityStatus',
  'partner',
  'priority',
  'time',
  'link',
  'organization',
  'actor',
] as const satisfies readonly (keyof TemplateView)[];

type Token = readonly [kind: string, value: string, ...rest: unknown[]];

const namesIn = (tokens: readonly Token[]): string[] =>
  tokens.flatMap(([kind, value, , , inner]) => {
    if (kind === 'text' || kind === '!') return [];
    const within = Array.isArray(inner) ? namesIn(inner as Token[]) : [];
    return kind === '>' ? [`> ${value}`, ...within] : [value, ...within];
  });

const insideOf = ([, , , , inner]: Token): Token[] => (Array.isArray(inner) ? (inner as Token[]) : []);

const countTags = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, token) => sum + (token[0] === 'text' ? 0 : 1) + countTags(insideOf(token)), 0);

const depthOf = (tokens: readonly Token[]): number =>
  tokens.reduce((most, token) => Math.max(most, insideOf(token).length === 0 ? 0 : 1 + depthOf(insideOf(token))), 0);

const tooManyTags = `has more than ${tagsMax} tags`;

/** Whether a text has more tags than a template may; told without reading them, because that takes long. A section has two. */
const isFullOfTags = (template: string): boolean => template.split('{{', tagsMax * 2 + 2).length > tagsMax * 2 + 1;

const findFault = (template: string): string | null => {
  if (isFullOfTags(template)) return tooManyTags;
  let tokens: Token[];
  try {
    tokens = mustache.parse(template) as unknown as Token[];
  } catch (error) {
    return `is not a valid Mustache template: ${(error as Error).message}`;
  }
  if (countTags(tokens) > tagsMax) return tooManyTags;
  if (depthOf(tokens) > depthMax) return `has tags more than ${depthMax} deep in each other`;
  const unknown = namesIn(tokens).find((name) => !(templateNames as readonly string[]).includes(name));
  return unknown === undefined ? null : `names ${unknown}; a template may name ${templateNames.join(', ')}`;
};

/** What is wrong with a template in Mustache; null if it can be used. */
export const templateFault = (template: string): string | null => {
  const { fault } = faults.get(template) ?? { fault: findFault(template) };
  faults.set(template, { fault });
  return fault;
};

const asText = { escape: (value: unknown) => String(value) };

export const renderText = (template: string, view: TemplateView): string => mustache.render(template, view, {}, asText);

/** Every value is escaped, however the template names it: `{{{name}}}` brings no markup either. */
export const renderHtml = (template: string, view: TemplateView): string => {
  const escaped = Object.fromEntries(Object.entries(view).map(([name, value]) => [name, escapeHtml(value)]));
  return mustache.render(template, escaped, {}, asText);
};
