import type { IncomingHttpHeaders } from 'node:http';

/** One request and its whole answer, through the address guard; throws if there is no answer. */
export type SendHttp = (request: {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}) => Promise<HttpAnswer>;

export type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: string };
