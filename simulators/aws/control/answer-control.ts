import { partOfPage } from '../../kit/control.ts';
import type { HttpAnswer, HttpRequest } from '../../kit/http.ts';
import { jsonAnswer } from '../../kit/http.ts';
import { isForm } from '../../kit/listener.ts';
import { refusedPage } from '../../kit/page.ts';
import { awsFailureOf, controlError } from '../errors.ts';
import type { AwsSimulation } from '../simulation.ts';
import type { Json, JsonValue } from '../state.ts';
import { accountRoutes } from './account-routes.ts';
import { agreementRoutes } from './agreement-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { faultRoutes } from './fault-routes.ts';
import { offerRoutes } from './offer-routes.ts';
import { productRoutes } from './product-routes.ts';
import { resaleRoutes } from './resale-routes.ts';
import type { ControlRoutes } from './route.ts';

/** Every path of the control API, below `/control/aws`. */
const routes: ControlRoutes = {
  ...accountRoutes,
  ...productRoutes,
  ...offerRoutes,
  ...resaleRoutes,
  ...agreementRoutes,
  ...eventRoutes,
  ...faultRoutes,
};

/** Answers one request to the control API. A form of the start page is sent back to it. */
export function answerControl(simulation: AwsSimulation, request: HttpRequest): HttpAnswer {
  const path = request.path.slice('/control/aws'.length);
  const back = partOfPage('/control/aws');
  try {
    for (const [key, run] of Object.entries(routes)) {
      const [method = '', pattern = ''] = key.split(' ');
      const params = method === request.method ? matchPath(pattern, path) : null;
      if (!params) continue;
      const query = Object.fromEntries(new URLSearchParams(request.query));
      const result = run({ simulation, params, query, body: readBody(request) });
      if (isForm(request)) return { status: 303, headers: { location: back.href }, body: '' };
      return jsonAnswer(request.method === 'POST' && result.created ? 201 : 200, result.value);
    }
    throw controlError(404, `the control API has no ${request.method} ${request.path}`);
  } catch (error) {
    const failure = awsFailureOf(error);
    if (!failure) throw error;
    if (isForm(request)) return refusedPage(failure.status, failure.message, back);
    return jsonAnswer(failure.status, { error: failure.message });
  }
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
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
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw controlError(400, 'the path is not valid');
  }
}

function readBody(request: HttpRequest): Json {
  const text = request.body.toString('utf8');
  if (text === '') return {};
  if (isForm(request)) return Object.fromEntries(new URLSearchParams(text));
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    throw controlError(400, 'the body is not valid JSON');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw controlError(400, 'the body is not a JSON object');
  }
  return value;
}
