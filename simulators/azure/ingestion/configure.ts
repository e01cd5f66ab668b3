import { scheduleDue, unscheduleDue } from '../../kit/due.ts';
import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';
import { change } from '../../kit/simulation.ts';
import { type ApiCall, iso, textOf } from '../api/call.ts';
import { ingestionRefusal } from '../api/refusal.ts';
import { typeOf } from '../catalog/plan.ts';
import { type Job, type JobError, type Json, readSettings } from '../state.ts';
import { documentOf } from './queries.ts';
import { resourceTypes, schemaProblems } from './resource-types.ts';

/** Accepts a configure request: schema violations are refused at once, the rest is processed in a job. */
export const configure = (call: ApiCall): HttpAnswer => {
  const { simulation, publisher, body } = call;
  const request = Array.isArray(body.resources) ? (body.resources as Json[]) : [];
  const problems = requestProblems(body, request);
  if (problems.length > 0)
    throw ingestionRefusal(400, 'badRequest', 'The request does not match its schema.', problems);
  const job = change(simulation, (transaction): Job => {
    const { jobDelayMs } = readSettings(transaction);
    const made: Job = {
      id: transaction.ids.uuid(),
      publisherId: publisher.id,
      status: 'notStarted',
      result: 'pending',
      startedAt: transaction.at,
      endedAt: null,
      schema: String(body.$schema).trim().split('/').at(-1) ?? '',
      request,
      errors: [],
      resourceIds: [],
    };
    transaction.put('jobs', made);
    scheduleDue(transaction, { kind: 'job-start', at: transaction.at + Math.floor(jobDelayMs / 2), refId: made.id });
    scheduleDue(transaction, { kind: 'job-work', at: transaction.at + jobDelayMs, refId: made.id });
    return made;
  });
  return jsonAnswer(202, jobView(job, call.origin));
};

const requestProblems = (body: Json, request: Json[]): JobError[] => {
  const problem = (message: string, resourceId?: string | null): JobError => ({
    ...(resourceId ? { resourceId } : {}),
    code: 'schemaValidationError',
    message,
  });
  if (typeOf(body) !== 'configure') return [problem("'$schema' must name a schema of configure.")];
  if (request.length === 0) return [problem("'resources' must contain at least one resource.")];
  const names = request.map(({ resourceName }) => textOf(resourceName)).filter((name) => name !== null);
  return [
    ...(new Set(names).size < names.length ? [problem("Each 'resourceName' must be used once.")] : []),
    ...request.flatMap((document) => {
      const type = document === null || typeof document !== 'object' ? '' : typeOf(document);
      if (!resourceTypes[type]) return [problem(`'$schema' is not known: '${String(document?.$schema ?? '')}'.`)];
      const id = textOf(document.resourceName) ?? textOf(document.id);
      return schemaProblems(type, document).map((message) => problem(message, id));
    }),
  ];
};

const jobView = (job: Job, origin: string): Json => {
  const isDone = job.result === 'succeeded' && job.resourceIds.length > 0;
  const path = `/azure/graph/rp/product-ingestion/configure/${job.id}`;
  return {
    $schema: `https://schema.mp.microsoft.com/schema/configure-status/${job.schema}`,
    jobId: job.id,
    jobStatus: job.status,
    jobResult: job.result,
    jobStart: iso(job.startedAt),
    jobEnd: job.endedAt === null ? '0001-01-01T00:00:00' : iso(job.endedAt),
    ...(isDone ? { resourceUri: `${origin}${path}` } : {}),
    errors: job.errors,
  };
};

const findJob = ({ simulation, publisher, params }: ApiCall): Job => {
  const job = simulation.store.get('jobs', (params.jobId ?? '').toLowerCase());
  if (job?.publisherId !== publisher.id) throw ingestionRefusal(404, 'notFound', 'The job is not found.');
  return job;
};

const refuseVersion = (wanted: string): never => {
  throw ingestionRefusal(400, 'badRequest', `The query parameter '$version' must be ${wanted}.`);
};

/** The version of the private offers that a job is about; null: it is about a product. */
const offerVersionOf = ({ request }: Job): string | null => {
  const own = request.find((document) => typeOf(document) === 'private-offer');
  return textOf(own?.$schema)?.trim().split('/').at(-1) ?? null;
};

/** Of a private offer, in the version of the request ("Query the status of an existing job"). */
export const jobStatus = (call: ApiCall): HttpAnswer => {
  const job = findJob(call);
  if (offerVersionOf(job) !== null && call.query.$version !== job.schema) refuseVersion(job.schema);
  return jsonAnswer(200, jobView(job, call.origin));
};

/** The resources that a completed job created or changed. */
export const jobDetails = (call: ApiCall): HttpAnswer => {
  const job = findJob(call);
  if (job.status !== 'completed') throw ingestionRefusal(400, 'badRequest', 'The job has not been completed yet.');
  // A private offer, in the version of its own schema ("Obtain details of an existing private offer").
  const version = offerVersionOf(job);
  if (version !== null && call.query.$version !== version) refuseVersion(version);
  const documents = job.resourceIds.map((id) => documentOf(call, id)).filter((document) => document !== null);
  return jsonAnswer(200, {
    $schema: `https://schema.mp.microsoft.com/schema/configure-detail/${job.schema}`,
    resources: documents,
  });
};

export const cancelJob = (call: ApiCall): HttpAnswer => {
  const job = findJob(call);
  if (job.status === 'completed')
    throw ingestionRefusal(400, 'badRequest', 'Cannot cancel job, job has already completed.');
  if (job.resourceIds.length > 0) throw ingestionRefusal(400, 'badRequest', 'Cannot cancel job, it is too far along.');
  const cancelled = change(call.simulation, (transaction): Job => {
    unscheduleDue(transaction, job.id, ['job-start', 'job-work']);
    const ended: Job = { ...job, status: 'completed', result: 'cancelled', endedAt: transaction.at };
    transaction.put('jobs', ended);
    return ended;
  });
  return jsonAnswer(200, jobView(cancelled, call.origin));
};
