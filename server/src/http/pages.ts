import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { networkOf } from '../auth/throttle.ts';
import { type ErrorCode, errorCodes, errorPage, notFound, Refusal } from '../kit/errors.ts';
import { escapeHtml } from '../kit/escape-html.ts';
import { renderMarkdown } from '../kit/markdown.ts';

import type { RateDecision } from './rate-limit.ts';

/** A text of the knowledge index, as a page shows it. */
export type KnowledgeText = { title: string; source: string; reference: string | null; markdown: string };

export type PageOptions = {
  /** Undefined if the index has no such text. */
  findText: (id: string) => Promise<KnowledgeText | undefined>;
  limiter: (network: string) => RateDecision;
};

const style = `body { font: 16px/1.55 system-ui, sans-serif; max-width: 46rem; margin: 2.5rem auto; padding: 0 1rem; color: #1a1a1a; }
h1 { font-size: 1.6rem; } table { border-collapse: collapse; } th, td { border: 1px solid #ccc; padding: .25rem .6rem; text-align: left; vertical-align: top; }
code { background: #f3f3f3; padding: 0 .2rem; } pre { background: #f3f3f3; padding: .8rem; overflow-x: auto; } footer { margin-top: 2rem; color: #555; }
`;

/** A page runs nothing, and loads nothing but its style. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

type Page = { title: string; content: string; footer?: string };

const sendPage = (reply: FastifyReply, { title, content, footer = '' }: Page): FastifyReply =>
  reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${content}</main>${footer === '' ? '' : `<footer>${footer}</footer>`}</body></html>
`);

const catalogue: Page = {
  title: 'Error codes',
  content: `<p>Every refusal is a problem document (RFC 9457). Its <code>code</code> is one of these, and its <code>type</code> is the address of the page about it.</p>
<table><tr><th>Status</th><th>Code</th><th>Meaning</th></tr>
${Object.entries(errorCodes)
  .map(
    ([code, { status, title }]) =>
      `<tr><td>${status}</td><td><a href="errors/${code}">${code}</a></td><td>${escapeHtml(title)}</td></tr>`,
  )
  .join('\n')}
</table>
`,
};

const errorPageOf = (code: ErrorCode): Page => {
  const { status, title, meaning, advice } = errorCodes[code];
  return {
    title: `${code} (${status})`,
    content: `<p>${escapeHtml(title)}.</p>\n${renderMarkdown(meaning)}<h2>What to do</h2>\n${renderMarkdown(advice)}`,
    footer: '<a href="../errors">All error codes</a>',
  };
};

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCodes, code);

const webLink = /^https?:\/\//;

const textPage = ({ title, reference, markdown }: KnowledgeText): Page => ({
  title,
  content: renderMarkdown(markdown),
  ...(reference !== null && webLink.test(reference)
    ? {
        footer: `The partner's own documentation: <a rel="noopener noreferrer" href="${escapeHtml(reference)}">${escapeHtml(reference)}</a>`,
      }
    : {}),
});

/** Pages to read: the catalogue of errors, and the texts of the knowledge index. They need no credentials. */
export const registerPages = (server: FastifyInstance, { findText, limiter }: PageOptions): void => {
  server.get('/docs/errors', (_request, reply) => sendPage(reply, catalogue));
  server.get<{ Params: { code: string } }>(errorPage(':code'), (request, reply) => {
    const { code } = request.params;
    if (!isErrorCode(code)) throw notFound('error code');
    return sendPage(reply, errorPageOf(code));
  });
  server.get<{ Params: { id: string } }>('/docs/knowledge/:id', async (request, reply) => {
    const { allowed, headers } = limiter(networkOf(request.ip));
    if (!allowed) throw new Refusal('TooManyRequests', 'Too many pages at once; try again later.', undefined, headers);
    const text = await findText(request.params.id);
    if (text === undefined) throw notFound('page');
    return sendPage(reply, textPage(text));
  });
};
