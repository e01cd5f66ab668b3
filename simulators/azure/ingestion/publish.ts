import { objectOf, textOf } from '../api/call.ts';
import { resourcesOf, typeOf } from '../catalog/plan.ts';
import type { AzureChange, Json, Resource, Submission } from '../state.ts';
import { jobError } from './job-error.ts';
import { productIdOf } from './references.ts';
import { resourceTypes } from './resource-types.ts';

/** The resources that a product, and each of its plans, must have before it can be published. */
const productNeeds = ['property', 'listing', 'software-as-a-service-technical-configuration'];
const planNeeds = ['plan-listing', 'price-and-availability-plan'];

/** Begins to publish a product to preview, or a preview to live. Returns the ID of the submission. */
export const beginSubmission = (transaction: AzureChange, publisherId: string, document: Json): string => {
  const productId = productIdOf(transaction, publisherId, document.product);
  const submissions = transaction.list('submissions').filter((row) => row.productId === productId);
  if (submissions.some((row) => row.status === 'running'))
    throw jobError('conflict', 'The product is locked while another submission is worked on.');
  const schema = String(document.$schema).trim();
  if (objectOf(document.target).targetType === 'preview') {
    return beginPreview(transaction, publisherId, productId, schema);
  }
  const known = submissions.find((row) => row.id === textOf(document.id));
  if (!known) throw jobError('badRequest', 'To publish to live, the id of the preview submission has to be given.');
  if (document.lifecycleState === 'deprecated') {
    if (known.target !== 'live') throw jobError('badRequest', 'Only a live submission can be deprecated.');
    deprecateProduct(transaction, productId);
    return known.id;
  }
  if (known.target !== 'preview' || known.result !== 'succeeded')
    throw jobError('badRequest', `The submission '${known.id}' is not a successful preview.`);
  transaction.put('submissions', { ...known, target: 'live', status: 'running', result: 'pending', schema });
  return known.id;
};

const beginPreview = (transaction: AzureChange, publisherId: string, productId: string, schema: string): string => {
  const drafts = published(transaction, productId);
  const problems = missingParts(drafts.map((row) => row.draft ?? {}));
  if (problems.length > 0) throw jobError('badRequest', ...problems);
  const submission: Submission = {
    id: `submission/${productId.slice('product/'.length)}/${transaction.ids.digits(19)}`,
    publisherId,
    productId,
    target: 'preview',
    status: 'running',
    result: 'pending',
    createdAt: transaction.at,
    schema,
    content: Object.fromEntries(drafts.map((row) => [row.id, row.draft ?? {}])),
  };
  transaction.put('submissions', submission);
  return submission.id;
};

const published = (transaction: AzureChange, productId: string): Resource[] =>
  resourcesOf(transaction, productId).filter((row) => row.draft && resourceTypes[row.type]?.isApart !== true);

const missingParts = (documents: Json[]): string[] => {
  const has = (type: string, planId?: unknown): boolean =>
    documents.some((item) => typeOf(item) === type && (planId === undefined || item.plan === planId));
  const plans = documents.filter((item) => typeOf(item) === 'plan');
  return [
    ...productNeeds.filter((type) => !has(type)).map((type) => `The product has no ${type}.`),
    ...(plans.length > 0 ? [] : ['The product has no plan.']),
    ...plans.flatMap((plan) =>
      planNeeds.filter((type) => !has(type, plan.id)).map((type) => `The plan '${String(plan.id)}' has no ${type}.`),
    ),
  ];
};

const deprecateProduct = (transaction: AzureChange, productId: string): void => {
  const row = transaction.get('resources', productId);
  if (!row) return;
  const deprecated = (document: Json | null): Json | null => document && { ...document, lifecycleState: 'deprecated' };
  transaction.put('resources', { ...row, draft: deprecated(row.draft), live: deprecated(row.live) });
};

/** Ends a submission: its content becomes that of the environment. Returns what went wrong, or null. */
export const endSubmission = (transaction: AzureChange, submissionId: string): string | null => {
  const submission = transaction.get('submissions', submissionId);
  if (submission?.status !== 'running') return null;
  const { target, content, productId } = submission;
  if (String(content[productId]?.alias ?? '').includes('fail-publish')) {
    transaction.put('submissions', { ...submission, status: 'completed', result: 'failed' });
    return 'The submission has failed certification.';
  }
  for (const [id, document] of Object.entries(content)) {
    const row = transaction.get('resources', id);
    if (row) transaction.put('resources', { ...row, [target]: document });
  }
  // A new submission replaces the previous one in its environment.
  for (const row of transaction.list('submissions')) {
    if (row.productId === productId && row.id !== submissionId && row.target === target)
      transaction.remove('submissions', row.id);
  }
  transaction.put('submissions', { ...submission, status: 'completed', result: 'succeeded' });
  return null;
};
