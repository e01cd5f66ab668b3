import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hashMachineSecret, newMachineSecret } from '../auth/secrets.ts';
import { createInvitationMailer } from './invitation-mailer.ts';
import { type PeopleApp, startPeopleApp } from './people.test-support.ts';

let people: PeopleApp;
before(async () => {
  people = await startPeopleApp();
});
after(() => people.close());

const to = 'victim@byron.example';

/** Invites a person; the link is created here. */
const anInvitation = async ({ owner, uuid }: PeopleApp['app']['acme']): Promise<string> => {
  const token = newMachineSecret();
  const { status, text } = await owner.call('POST', '/user', { body: { email: to, role: 'VIEWER' } });
  assert.ok(status === 200 || status === 409, text);
  const hash = hashMachineSecret(people.app.app.secretKeys, token).toString('hex');
  await people.rows(
    `update membership set invitation_hash = '\\x${hash}' where org_id = '${uuid}' and email = '${to}'`,
  );
  return token;
};

const dueAgain = () => people.rows('update account_mail set next_attempt_time = now()');

test('one address gets a limited number of invitations over all organizations; more wait, and the sender gets the same response', async () => {
  const { app, mails } = people;
  const { environment } = app.app;
  const mailer = createInvitationMailer({ ...app.app.people, database: app.database });
  const send = (token: string) =>
    mailer.send({
      to,
      subject: 'Invitation',
      text: `https://x.test/account/invitation?token=${token}\n`,
      messageId: environment.ids.next(),
    });
  const stale = Array.from({ length: 12 }, () => newMachineSecret());
  await Promise.all(stale.map(send));
  assert.equal(mails.length, 5, 'also at once');
  const [ofAcme, ofGlobex] = [await anInvitation(app.acme), await anInvitation(app.globex)];
  await send(ofAcme);
  await send(ofGlobex);
  assert.equal(mails.length, 5);
  const other = { to: 'other@byron.example', subject: 's', text: 't', messageId: environment.ids.next() };
  await mailer.send(other);
  assert.equal(mails.length, 6, 'others go on');

  await dueAgain();
  assert.deepEqual(await people.sendMails(), [], 'still too many');
  const waiting = await people.rows<{ late: boolean }>('select next_attempt_time > now() as late from account_mail');
  assert.deepEqual(waiting, [{ late: true }, { late: true }], 'links that are dead by now are not sent at all');
});
