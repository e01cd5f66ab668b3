import { change } from '../../kit/simulation.ts';
import { readEntityArn } from '../arn.ts';
import type { AwsCall, Operations } from '../call.ts';
import type { Tag } from '../state.ts';
import { invalid, notFound } from './refusals.ts';

const tagText = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;

/** Parses a list of tags; returns an empty list if there is none. */
export const readTags = (value: unknown): Tag[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length < 1 || value.length > 200)
    throw invalid('Tags must contain 1 to 200 tags.');
  const tags = value.map((item: unknown) => {
    const { Key, Value } = (item ?? {}) as Record<string, unknown>;
    const valid =
      typeof Key === 'string' &&
      typeof Value === 'string' &&
      Key.length >= 1 &&
      Key.length <= 128 &&
      Value.length <= 256 &&
      tagText.test(Key) &&
      tagText.test(Value);
    if (!valid) throw invalid('A tag has a key of 1 to 128 characters and a value of at most 256.');
    return { Key, Value };
  });
  if (new Set(tags.map((tag) => tag.Key)).size !== tags.length) throw invalid('Tag keys are unique.');
  return tags;
};

/** AWS Catalog API: tags and resource policies of entities and change sets. */
export const tagOperations: Operations = {
  TagResource(call) {
    const arn = requireResource(call, call.input.ResourceArn);
    const tags = readTags(call.input.Tags);
    if (tags.length === 0) throw invalid('Tags must be given.');
    change(call.simulation, (transaction) => {
      const kept = (transaction.get('tags', arn)?.tags ?? []).filter((old) => !tags.some((tag) => tag.Key === old.Key));
      if (kept.length + tags.length > 200) throw invalid('A resource has at most 200 tags.');
      transaction.put('tags', { id: arn, tags: [...kept, ...tags] });
    });
    return {};
  },

  UntagResource(call) {
    const arn = requireResource(call, call.input.ResourceArn);
    const keys = call.input.TagKeys;
    if (!Array.isArray(keys) || keys.length === 0) throw invalid('TagKeys must be given.');
    change(call.simulation, (transaction) => {
      const tags = (transaction.get('tags', arn)?.tags ?? []).filter((tag) => !keys.includes(tag.Key));
      transaction.put('tags', { id: arn, tags });
    });
    return {};
  },

  ListTagsForResource(call) {
    const arn = requireResource(call, call.input.ResourceArn);
    return { ResourceArn: arn, Tags: call.simulation.store.get('tags', arn)?.tags ?? [] };
  },

  PutResourcePolicy(call) {
    const arn = requireResource(call, call.input.ResourceArn);
    const policy = call.input.Policy;
    if (typeof policy !== 'string' || policy.length < 1 || policy.length > 10240) {
      throw invalid('Policy must be a JSON text of at most 10240 characters.');
    }
    change(call.simulation, (transaction) => transaction.put('policies', { id: arn, policy }));
    return {};
  },

  GetResourcePolicy(call) {
    const arn = requireResource(call, call.input.resourceArn);
    const policy = call.simulation.store.get('policies', arn);
    if (!policy) throw notFound('The resource has no policy.');
    return { Policy: policy.policy };
  },

  DeleteResourcePolicy(call) {
    const arn = requireResource(call, call.input.resourceArn);
    change(call.simulation, (transaction) => transaction.remove('policies', arn));
    return {};
  },
};

const requireResource = ({ simulation, account }: AwsCall, value: unknown): string => {
  const named = typeof value === 'string' ? readEntityArn(value) : null;
  if (!named) throw invalid('ResourceArn must be the ARN of an entity or change set.');
  const found =
    named.type === 'ChangeSet'
      ? simulation.store.get('changeSets', named.id)
      : simulation.store.get('entities', named.id);
  if (!found || found.accountId !== account.id) throw notFound(`${String(value)} does not exist.`);
  return String(value);
};
