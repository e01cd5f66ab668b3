import type { IncomingHttpHeaders } from 'node:http';

/** One request and its whole answer, past the guard of addresses; what gets no answer throws. */
export type SendHttp = (request: {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}) => Promise<HttpAnswer>;

export type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: string };
