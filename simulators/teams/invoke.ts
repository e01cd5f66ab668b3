import { z } from 'zod';
import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../kit/http.ts';
import { change } from '../kit/simulation.ts';
import { faultOfCard } from './card.ts';
import { invokePath, type TeamsSimulation, type Workflow } from './state.ts';

/** `{error: {code, message}}`, as Azure Logic Apps answers. */
export const refusal = (status: number, code: string, message: string, headers: Record<string, string> = {}) => {
  const answer = jsonAnswer(status, { error: { code, message } });
  return { ...answer, headers: { ...answer.headers, ...headers } } satisfies HttpAnswer;
};

const messageBytesMax = 28 * 1024;
const cardType = 'application/vnd.microsoft.card.adaptive';

/** The body that the trigger "When a Teams webhook request is received" accepts. */
const triggerBody = z.looseObject({
  type: z.literal('message'),
  attachments: z.array(z.looseObject({ contentType: z.string(), content: z.looseObject({}) })).min(1),
});

/** The workflow of an address, or the reason why it may not be called. */
export const findWorkflow = ({ store }: TeamsSimulation, path: string, query: string): Workflow | HttpAnswer | null => {
  const [, id] = /^\/workflows\/([^/]+)\/triggers\/manual\/paths\/invoke$/.exec(path) ?? [];
  if (id === undefined) return null;
  const workflow = store.get('workflows', id);
  if (!workflow) return refusal(404, 'WorkflowNotFound', `The workflow '${id}' could not be found.`);
  const given = new URLSearchParams(query);
  if (given.get('sig') === null)
    return refusal(
      401,
      'DirectApiAuthorizationRequired',
      'The request must be authenticated only by Shared Access scheme.',
    );
  const isSigned = given.get('sig') === workflow.signature && given.get('sv') === '1.0';
  return isSigned
    ? workflow
    : refusal(401, 'AuthorizationFailed', `The authentication credentials of '${invokePath(workflow)}' are not valid.`);
};

const faultOfRun = (body: z.output<typeof triggerBody>, bytes: number): string => {
  if (bytes > messageBytesMax) return `RequestEntityTooLarge: a message has at most ${messageBytesMax} bytes`;
  for (const { contentType, content } of body.attachments) {
    if (contentType !== cardType) return `the content type '${contentType}' is not supported`;
    const fault = faultOfCard(content);
    if (fault !== null) return fault;
  }
  return '';
};

/** Starts a run. A workflow responds before it checks the card: an invalid card fails the run, but the caller is not notified. */
export const invoke = (simulation: TeamsSimulation, workflow: Workflow, request: HttpRequest): HttpAnswer => {
  if (!workflow.isEnabled)
    return refusal(
      400,
      'WorkflowTriggerIsNotEnabled',
      `Could not execute workflow '${workflow.id}': its state is 'Disabled'.`,
    );
  let body: unknown;
  try {
    body = JSON.parse(request.body.toString('utf8'));
  } catch {
    return refusal(400, 'InvalidRequestContent', 'The request content is not valid and could not be deserialized.');
  }
  const read = triggerBody.safeParse(body);
  if (!read.success)
    return refusal(
      400,
      'TriggerInputSchemaMismatch',
      'The input body for trigger did not match its schema definition.',
    );
  const error = faultOfRun(read.data, request.body.length);
  const id = change(simulation, (tx) => {
    const { id: workflowId, channel } = workflow;
    const status = error === '' ? ('SUCCEEDED' as const) : ('FAILED' as const);
    const run = { id: `run-${tx.ids.text(16)}`, workflowId, channel, status, error, body: read.data, at: tx.at };
    tx.put('runs', run);
    return run.id;
  });
  return { status: 202, headers: { 'x-ms-workflow-run-id': id }, body: '' };
};
