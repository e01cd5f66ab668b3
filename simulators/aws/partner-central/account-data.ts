import { change } from '../../kit/simulation.ts';
import type { Account, AwsReader, Json, Tag } from '../state.ts';
import { idOf, partnerArn } from './arns.ts';
import type { PartnerCall } from './call.ts';
import { notFound, refuse } from './refusals.ts';
import type { Catalog } from './rows.ts';

/** Whether an account has the resource of an ARN. Only resources that accept tags at creation are considered. */
const ownsResource = (reader: AwsReader, account: Account, arn: string): boolean => {
  const id = idOf(arn);
  const row = reader.get('opportunities', id) ?? reader.get('partnerTasks', id) ?? reader.get('solutions', id);
  if (row?.accountId !== account.id) return false;
  const kind = id.startsWith('O') ? 'opportunity' : 'kind' in row ? `${row.kind}-task` : 'solution';
  return arn === partnerArn(account.id, row.catalog, kind, id);
};

const requireResource = (reader: AwsReader, account: Account, arn: string): Tag[] => {
  if (!ownsResource(reader, account, arn)) throw notFound(`Resource ${arn}`);
  return reader.get('tags', arn)?.tags ?? [];
};

const tagsMax = 200;

/** ListTagsForResource. */
export const listTags = ({ simulation, account, input }: PartnerCall<{ ResourceArn: string }>): Json => ({
  Tags: requireResource(simulation.store, account, input.ResourceArn),
});

/** TagResource: a tag with a known key gets the new value. */
export const tagResource = ({ simulation, account, input }: PartnerCall<{ ResourceArn: string; Tags: Tag[] }>): Json =>
  change(simulation, (transaction) => {
    const known = requireResource(transaction, account, input.ResourceArn);
    const tags = [...new Map([...known, ...input.Tags].map((tag) => [tag.Key, tag])).values()];
    if (tags.length > tagsMax) throw refuse('TOO_MANY_VALUES', 'Tags', `cannot be more than ${tagsMax}`);
    transaction.put('tags', { id: input.ResourceArn, tags });
    return {};
  });

/** UntagResource. */
export const untagResource = ({
  simulation,
  account,
  input,
}: PartnerCall<{ ResourceArn: string; TagKeys: string[] }>): Json =>
  change(simulation, (transaction) => {
    const known = requireResource(transaction, account, input.ResourceArn);
    const tags = known.filter(({ Key }) => !input.TagKeys.includes(Key));
    transaction.put('tags', { id: input.ResourceArn, tags });
    return {};
  });

const settingsView = (catalog: Catalog, arn: string | undefined): Json => ({
  Catalog: catalog,
  ...(arn === undefined ? {} : { ResourceSnapshotJobRoleArn: arn }),
});

/** GetSellingSystemSettings. */
export const getSettings = ({ simulation, account, catalog }: PartnerCall<object>): Json =>
  settingsView(catalog, simulation.store.get('sellingSettings', `${account.id}/${catalog}`)?.snapshotJobRoleArn);

/** PutSellingSystemSettings: the role for snapshot jobs, by name or ARN. */
export const putSettings = ({
  simulation,
  account,
  catalog,
  input,
}: PartnerCall<{ ResourceSnapshotJobRoleIdentifier?: string }>): Json =>
  change(simulation, (transaction) => {
    const id = `${account.id}/${catalog}`;
    const role = input.ResourceSnapshotJobRoleIdentifier;
    if (role === undefined) {
      transaction.remove('sellingSettings', id);
      return settingsView(catalog, undefined);
    }
    const snapshotJobRoleArn = role.startsWith('arn:') ? role : `arn:aws:iam::${account.id}:role/${role}`;
    transaction.put('sellingSettings', { id, snapshotJobRoleArn });
    return settingsView(catalog, snapshotJobRoleArn);
  });
