import { type DueItem, scheduleDue } from '../../kit/due.ts';
import { strikeFault } from '../../kit/faults.ts';
import { textOf } from '../api/call.ts';
import { typeOf } from '../catalog/plan.ts';
import { type AzureChange, type Job, type JobError, type Json, readSettings } from '../state.ts';
import { jobErrorsOf } from './job-error.ts';
import { putPrivateOffer } from './private-offer.ts';
import { beginSubmission, endSubmission } from './publish.ts';
import { putResource } from './put-resource.ts';
import { namesIn, replaceNames } from './references.ts';

/** Shows the job as running. */
export const startJob = (transaction: AzureChange, item: DueItem): void => {
  const job = transaction.get('jobs', item.refId);
  if (job?.status === 'notStarted') transaction.put('jobs', { ...job, status: 'running' });
};

/**
 * Processes the resources of a job, referenced ones first. A failed resource does not affect the others, but then
 * nothing is published. Publishing takes longer.
 */
export const workOnJob = (transaction: AzureChange, item: DueItem): void => {
  const job = transaction.get('jobs', item.refId);
  if (!job || job.status === 'completed') return;
  const fault = strikeFault(transaction, 'job-failure', { operation: 'Configure' });
  if (fault) {
    const { code = 'internalServerError', message = 'The job has failed.' } = fault.options;
    completeJob(transaction, { ...job, errors: [{ code: String(code), message: String(message) }] });
    return;
  }
  const ids = new Map<string, string>();
  const errors: JobError[] = [];
  const resourceIds: string[] = [];
  let rest = job.request.filter((document) => typeOf(document) !== 'submission');

  const work = (document: Json, run: (document: Json) => string | null): void => {
    const name = textOf(document.resourceName);
    try {
      const id = run(replaceNames(document, ids) as Json);
      if (id === null) return;
      if (name !== null) ids.set(name, id);
      if (!resourceIds.includes(id)) resourceIds.push(id);
    } catch (error) {
      const resourceId = name ?? textOf(document.id);
      errors.push(...jobErrorsOf(error).map((found) => (resourceId === null ? found : { resourceId, ...found })));
    }
  };

  while (rest.length > 0) {
    const ready = rest.filter((document) => namesIn(withoutOwnName(document)).every((name) => ids.has(name)));
    // Unresolvable names are left unchanged, and reported as missing.
    const now = ready.length > 0 ? ready : rest;
    for (const document of now) {
      const type = typeOf(document);
      work(document, (resolved) =>
        type === 'private-offer'
          ? putPrivateOffer(transaction, job.publisherId, resolved)
          : putResource(transaction, job.publisherId, type, resolved),
      );
    }
    rest = rest.filter((document) => !now.includes(document));
  }
  const submissions = job.request.filter((document) => typeOf(document) === 'submission');
  if (errors.length === 0) {
    for (const document of submissions)
      work(document, (resolved) => beginSubmission(transaction, job.publisherId, resolved));
  }
  const worked: Job = { ...job, status: 'running', errors, resourceIds };
  if (errors.length > 0 || submissions.length === 0) {
    completeJob(transaction, worked);
    return;
  }
  transaction.put('jobs', worked);
  const { publishDelayMs } = readSettings(transaction);
  scheduleDue(transaction, { kind: 'job-publish', at: transaction.at + publishDelayMs, refId: job.id });
};

const withoutOwnName = ({ resourceName: _, ...document }: Json): Json => document;

/** Completes a job once its publication is done. */
export const publishJob = (transaction: AzureChange, item: DueItem): void => {
  const job = transaction.get('jobs', item.refId);
  if (!job || job.status === 'completed') return;
  const errors = job.resourceIds.flatMap((id): JobError[] => {
    const problem = endSubmission(transaction, id);
    return problem === null ? [] : [{ resourceId: id, code: 'internalServerError', message: problem }];
  });
  completeJob(transaction, { ...job, errors });
};

const completeJob = (transaction: AzureChange, job: Job): void => {
  const result = job.errors.length > 0 ? 'failed' : 'succeeded';
  transaction.put('jobs', { ...job, status: 'completed', result, endedAt: transaction.at });
};
