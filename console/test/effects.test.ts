import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { effectKinds, effectOf } from '../src/forms/effects.ts';

type Thing = Record<string, unknown>;
type Case = { subject?: Thing; values?: Thing; says: string };

const contactIds = ['contact_1', 'contact_2', 'contact_3'];

/** Each act that sends something to people, and the text of its form for the entered values. */
const cases: Record<string, readonly Case[]> = {
  SendOfferNotifications: [
    {
      subject: { contactIds },
      says: '3 mails will be sent: one to each contact of the offer. The offer itself does not change.',
    },
    {
      subject: { contactIds },
      values: { items: [] },
      says: '3 mails will be sent: one to each contact of the offer. The offer itself does not change.',
    },
    {
      subject: { contactIds: ['contact_1'] },
      says: '1 mail will be sent: one to each contact of the offer. The offer itself does not change.',
    },
    {
      subject: { contactIds },
      values: { items: ['contact_2'] },
      says: '1 mail will be sent: one to each contact that you have chosen. The offer itself does not change.',
    },
    { says: '0 mails will be sent: one to each contact of the offer. The offer itself does not change.' },
  ],
  TestNotification: [
    { says: 'One mail will be sent, to you.' },
    { values: { channel: 'EMAIL', toEmails: [] }, says: 'One mail will be sent, to you.' },
    { values: { toEmails: ['ada@initech.example'] }, says: '1 mail will be sent.' },
    { values: { channel: 'EMAIL', toEmails: ['a@b.example', 'c@d.example'] }, says: '2 mails will be sent.' },
    {
      values: { channel: 'SLACK', toEmails: ['a@b.example'] },
      says: 'One message will be sent to the channel.',
    },
  ],
  ReinviteUser: [
    { says: 'One mail with a new link will be sent to the person. The link in the previous mail no longer works.' },
  ],
};

test('the form of every act that sends something says what it sends, and to how many people', () => {
  assert.deepEqual(Object.keys(cases).sort(), effectKinds.toSorted(), 'each kind has its cases');
  for (const [operation, rows] of Object.entries(cases))
    for (const { subject = {}, values = {}, says } of rows)
      assert.equal(effectOf(operation, subject, values), says, `${operation} ${JSON.stringify({ subject, values })}`);
});

test('the acts are acts of the API, and any other act sends nothing', () => {
  const text = readFileSync(join(import.meta.dirname, '../../golden/openapi.json'), 'utf8');
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { operationId?: string }>> };
  const known = new Set(Object.values(paths).flatMap((at) => Object.values(at).map(({ operationId }) => operationId)));
  assert.deepEqual(
    effectKinds.filter((operation) => !known.has(operation)),
    [],
  );
  assert.equal(effectOf('UpdateOffer', { contactIds }, { items: ['contact_1'] }), undefined);
});
