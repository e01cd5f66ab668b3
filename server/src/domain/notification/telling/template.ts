import mustache from 'mustache';
import { escapeHtml } from '../../../kit/escape-html.ts';

// It would keep every template that was ever rendered.
mustache.templateCache = undefined;

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

/** What is wrong with a template in Mustache; null if it can be used. */
export const templateFault = (template: string): string | null => {
  let tokens: Token[];
  try {
    tokens = mustache.parse(template) as unknown as Token[];
  } catch (error) {
    return `is no template in Mustache: ${(error as Error).message}`;
  }
  const unknown = namesIn(tokens).find((name) => !(templateNames as readonly string[]).includes(name));
  return unknown === undefined ? null : `names ${unknown}; a template may name ${templateNames.join(', ')}`;
};

const asText = { escape: (value: unknown) => String(value) };

export const renderText = (template: string, view: TemplateView): string => mustache.render(template, view, {}, asText);

/** Every value is escaped, however the template names it: `{{{name}}}` brings no markup either. */
export const renderHtml = (template: string, view: TemplateView): string => {
  const escaped = Object.fromEntries(Object.entries(view).map(([name, value]) => [name, escapeHtml(value)]));
  return mustache.render(template, escaped, {}, asText);
};
