import { controlError } from '../../kit/control.ts';
import { type Editor, saveRecord } from '../objects/save.ts';
import { needObject } from '../objects/schema.ts';
import type { Json, Org, SalesforceChange, SfRecord } from '../state.ts';

/** A person who edits records in the browser; injected faults do not apply there. */
export const personIn = (tx: SalesforceChange, org: Org, userId: string): Editor => ({
  tx,
  org,
  userId,
  obstacle: () => null,
});

/** Creates or changes a record as a person; the rules of Salesforce apply. */
export const editRecord = (editor: Editor, type: string, fields: Json, record: SfRecord | null = null): SfRecord => {
  const saved = saveRecord(editor, needObject(editor.tx, editor.org, type), fields, record);
  if ('record' in saved) return saved.record;
  throw controlError(400, saved.errors.map(({ errorCode, message }) => `${errorCode}: ${message}`).join('; '));
};

/** Adds a user to an org; the first one is its own creator. */
export const addUser = (tx: SalesforceChange, org: Org, fields: Json): SfRecord => {
  const user = editRecord(personIn(tx, org, org.apiUserId), 'User', { Alias: 'user', ...fields });
  if (org.apiUserId !== '') return user;
  const own = { ...user, fields: { ...user.fields, CreatedById: user.id, LastModifiedById: user.id } };
  tx.put('records', own);
  return own;
};
