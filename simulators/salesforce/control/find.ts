import { controlError } from '../../kit/control.ts';
import { readId } from '../objects/ids.ts';
import { type Org, recordsOf, type SalesforceReader, type SfRecord } from '../state.ts';

/** An org by its id or its domain. */
export const findOrg = (reader: SalesforceReader, given = ''): Org => {
  const org = reader.get('orgs', readId(given) ?? '') ?? reader.list('orgs').find(({ domain }) => domain === given);
  if (!org) throw controlError(404, `there is no account ${given}`);
  return org;
};

/** A record by its id, also from the recycle bin. */
export const findRecord = (reader: SalesforceReader, given = ''): SfRecord => {
  const record = reader.get('records', readId(given) ?? '');
  if (!record) throw controlError(404, `there is no record ${given}`);
  return record;
};

/** The id of a user, who is named by id or user name; without a name it is the first person who is not the API's user. */
export const findUser = (reader: SalesforceReader, org: Org, given?: string): string => {
  const users = recordsOf(reader, org.id, 'User');
  const id = given === undefined ? null : readId(given);
  const found = users.find((user) =>
    given === undefined ? user.id !== org.apiUserId : user.id === id || user.fields.Username === given,
  );
  if (!found) throw controlError(404, `account ${org.id} has no user ${given ?? 'but that of the API'}`);
  return found.id;
};
