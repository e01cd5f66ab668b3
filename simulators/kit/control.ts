import { z } from 'zod';
import { commonFaults } from './common-faults.ts';
import { sendAgain } from './deliveries.ts';
import type { Fault } from './faults.ts';
import { type HttpAnswer, type HttpRequest, jsonAnswer } from './http.ts';
import { isForm } from './listener.ts';
import { refusedPage } from './page.ts';
import { change, type Simulation, type Tables, type WithSettings } from './simulation.ts';
import type { Reader } from './store.ts';

/** One request to the control API of a simulator. */
export type ControlCall<T extends Tables> = {
  simulation: Simulation<T>;
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown>;
};

/** The response; `created` makes it 201. A form of the start page is redirected back to it, or to `location`. */
export type ControlResult = { value: unknown; created?: boolean; location?: string };

/** Handlers by `<METHOD> <path below /control/<simulator>>`; a segment that begins with a colon is a parameter. */
export type ControlRoutes<T extends Tables> = Record<string, (call: ControlCall<T>) => ControlResult>;

const refusals = new WeakMap<Error, number>();

/** A refusal of the control API: the requested action is not possible now. */
export const controlError = (status: number, message: string): Error => {
  const error = new Error(message);
  refusals.set(error, status);
  return error;
};

/** Validates the body of a control request. */
export const readControlBody = <S extends z.ZodType>(schema: S, body: unknown): z.output<S> => {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  throw controlError(400, problems.join('; '));
};

/** The part of the start page that a form of `/control/azure` came from. */
const partOfPage = (prefix: string): { href: string; label: string } => ({
  href: `/#${prefix.split('/').pop()}`,
  label: 'the simulators',
});

/** Handles one request to the control API below `prefix` (`/control/azure`). */
export const answerControl = <T extends Tables>(
  simulation: Simulation<T>,
  routes: ControlRoutes<T>,
  prefix: string,
  request: HttpRequest,
): HttpAnswer => {
  const path = request.path.slice(prefix.length);
  const back = partOfPage(prefix);
  try {
    for (const [key, run] of Object.entries(routes)) {
      const [method = '', pattern = ''] = key.split(' ');
      const params = method === request.method ? matchPath(pattern, path) : null;
      if (!params) continue;
      const query = Object.fromEntries(new URLSearchParams(request.query));
      const result = run({ simulation, params, query, body: readBody(request) });
      if (isForm(request)) return { status: 303, headers: { location: result.location ?? back.href }, body: '' };
      return jsonAnswer(request.method === 'POST' && result.created ? 201 : 200, result.value);
    }
    throw controlError(404, `the control API has no ${request.method} ${request.path}`);
  } catch (error) {
    const status = error instanceof Error ? refusals.get(error) : undefined;
    if (status === undefined) throw error;
    const { message } = error as Error;
    return isForm(request) ? refusedPage(status, message, back) : jsonAnswer(status, { error: message });
  }
};

/** Matches `/offer/:id/accept` against a path. Returns the decoded parameters, or null. */
export const matchPath = (pattern: string, path: string): Record<string, string> | null => {
  const wanted = pattern.split('/');
  const given = path.replace(/\/$/, '').split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decode(value);
    else if (part !== value) return null;
  }
  return params;
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw controlError(400, 'the path is not valid');
  }
};

const readBody = (request: HttpRequest): Record<string, unknown> => {
  const text = request.body.toString('utf8');
  if (text === '') return {};
  if (isForm(request)) return Object.fromEntries(new URLSearchParams(text));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw controlError(400, 'the body is not valid JSON');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw controlError(400, 'the body is not a JSON object');
  }
  return value as Record<string, unknown>;
};

/** Routes that inject faults. `more`: the partner's own faults. */
export const faultRoutes = <T extends Tables>(more: Record<string, string> = {}): ControlRoutes<T> => {
  const known: Record<string, string> = { ...commonFaults, ...more };
  const faultBody = z.looseObject({
    name: z.enum(Object.keys(known) as [string, ...string[]]),
    count: z.union([z.int().min(1), z.null()]).default(1),
    operation: z.string().min(1).optional(),
    accountId: z.string().min(1).optional(),
  });
  return {
    'GET /fault': ({ simulation }) => ({ value: { known, faults: simulation.store.list('faults') } }),
    'POST /fault': ({ simulation, body }) => {
      // A form sends its count as a string.
      const count = typeof body.count === 'string' ? Number(body.count) : body.count;
      const given = readControlBody(faultBody, count === undefined ? body : { ...body, count });
      const { name, count: remaining, operation = null, accountId = null, ...options } = given;
      return change(simulation, (transaction) => {
        const id = `fault-${transaction.ids.text(10)}`;
        const fault: Fault = { id, name, remaining, operation, accountId, options, struck: 0 };
        transaction.put('faults', fault as T['faults']);
        return { value: fault, created: true };
      });
    },
    'DELETE /fault/:id': ({ simulation, params: { id = '' } }) =>
      change(simulation, (transaction) => {
        if (!transaction.get('faults', id)) throw controlError(404, `there is no fault ${id}`);
        transaction.remove('faults', id);
        return { value: {} };
      }),
    'DELETE /fault': ({ simulation }) =>
      change(simulation, (transaction) => {
        for (const fault of transaction.list('faults')) transaction.remove('faults', fault.id);
        return { value: {} };
      }),
  };
};

/** Routes that show sent messages with the state of their delivery, and send one again. */
export const messageRoutes = <T extends Tables>(): ControlRoutes<T> => ({
  'GET /message': ({ simulation, query: { accountId, status } }) => {
    const messages = simulation.store
      .list('deliveries')
      .filter((row) => accountId === undefined || accountId === row.accountId)
      .filter((row) => status === undefined || status === row.status);
    return { value: { count: messages.length, messages } };
  },
  'POST /message/:id/resend': ({ simulation, params: { id = '' } }) =>
    change(simulation, (transaction) => {
      const delivery = transaction.get('deliveries', id);
      if (!delivery) throw controlError(404, `there is no message ${id}`);
      return { value: sendAgain(transaction, delivery) };
    }),
});

/** Routes that show and change the simulator's settings; `schema` omits those that cannot be changed. */
export const settingRoutes = <T extends WithSettings>(
  schema: z.ZodObject,
  readSettings: (reader: Reader<T>) => T['settings'],
): ControlRoutes<T> => ({
  'GET /settings': ({ simulation }) => ({ value: readSettings(simulation.store) }),
  'POST /settings': ({ simulation, body }) => {
    const given = Object.entries(readControlBody(schema, body)).filter(([, value]) => value !== undefined);
    return change(simulation, (transaction) => {
      const value: T['settings'] = { ...readSettings(transaction), ...Object.fromEntries(given) };
      transaction.put('settings', value);
      return { value };
    });
  },
});
