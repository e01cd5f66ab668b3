import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { startApp, type TestApp, type TestOrganization } from '../../../test/app.ts';
import { aFile, anInvitation, aPartnership, askByLink, received, tokenOf } from '../../../test/examples/prm.ts';
import type { Mail } from '../../adapters/mail/port.ts';
import { setFaultHook } from '../../db/faults.ts';
import { inOrganization } from '../../db/two-organizations.ts';
import { runAct } from '../../engine/run-act.ts';
import { isRefusal } from '../../kit/errors.ts';
import { decodeId } from '../../kit/ids.ts';
import { fileBytesMax } from './file/file.ts';
import { acceptInvitation } from './invitation/actions/accept-invitation.ts';
import { acceptEvents } from './invitation/events.ts';

let app: TestApp;
before(async () => {
  app = await startApp({}, { idle: true });
});
after(() => app.close());

let count = 0;
const anOrganization = (name: string): Promise<TestOrganization> => {
  count += 1;
  return app.addOrganization(`${name}-${count}`);
};

type Invitation = {
  id: string;
  direction: string;
  status: string;
  partnerId?: string;
  acceptUrl?: string | null;
  resentCount: number;
  respondedTime?: string;
};
type Relationship = { id: string; status: string; partnerOrganizationID?: string; company: { name: string } };
type Trail = {
  action: string;
  actor: { type: string; id: string; name: string };
  request_id: string;
  changes: unknown;
};

const invitationsOf = async ({ editor }: TestOrganization): Promise<Invitation[]> =>
  ((await editor.call('GET', '/prm/invitation')).body as { data: Invitation[] }).data;
const partnersOf = async ({ editor }: TestOrganization): Promise<Relationship[]> =>
  ((await editor.call('GET', '/prm/partner')).body as { data: Relationship[] }).data;
const partnerOf = async (organization: TestOrganization, id: string): Promise<Relationship> =>
  (await organization.editor.call('GET', `/prm/partner/${id}`)).body;
const contactsOf = async ({ editor }: TestOrganization, id: string): Promise<{ name: string; email: string }[]> =>
  ((await editor.call('GET', `/prm/partner/${id}/contacts`)).body as { data: { name: string; email: string }[] }).data;

const organizationsOf = async ({ owner }: TestOrganization): Promise<{ id: string }[]> => {
  const { token } = await anInvitation(await anOrganization('asking'));
  const { body } = await askByLink(app, { path: 'open', token, by: owner.token });
  return (body as { organizations: { id: string }[] }).organizations;
};

const trailOf = async ({ uuid }: TestOrganization): Promise<Trail[]> =>
  (
    await app.database.pool.query(
      'select action, actor, request_id, changes from audit_event where org_id = $1 order by wall_time, id',
      [uuid],
    )
  ).rows as Trail[];
const eventsOf = async ({ uuid }: TestOrganization): Promise<string[]> =>
  (await app.database.pool.query('select name from outbox where org_id = $1 order by id', [uuid])).rows.map(
    ({ name }) => name as string,
  );

const answer = (organization: TestOrganization, id: string, act: string) =>
  organization.editor.call('POST', `/prm/invitation/${id}/${act}`);

const accept = (token: string, { owner, id }: TestOrganization) =>
  askByLink(app, { path: 'accept', token, by: owner.token, more: { organizationID: id } });

/** An invitation that both organizations have. */
const bothHave = async () => {
  const [seller, partner] = [await anOrganization('seller'), await anOrganization('partner')];
  const sent = await anInvitation(seller);
  return { seller, partner, sent, receivedId: await received(app, partner, sent.token) };
};

describe('an invitation', () => {
  test('is accepted by the organization for which its link was opened: both have a record of the other', async () => {
    const { seller, partner, sent, receivedId } = await bothHave();
    assert.notEqual(receivedId, sent.id);
    const reply = await answer(partner, receivedId, 'accept');
    assert.equal(reply.status, 200, reply.text);
    const accepted = reply.body as Invitation;
    assert.partialDeepStrictEqual(accepted, { direction: 'INBOUND', status: 'ACCEPTED' });
    assert.match(reply.headers.get('etag') ?? '', /^"2"$/);
    assert.partialDeepStrictEqual(await invitationsOf(seller), [
      { id: sent.id, status: 'ACCEPTED', direction: 'OUTBOUND' },
    ]);

    const theirs = await partnerOf(seller, sent.partnerId);
    assert.partialDeepStrictEqual(theirs, { status: 'ACTIVE', partnerOrganizationID: partner.id });
    const ours = await partnerOf(partner, accepted.partnerId ?? '');
    assert.partialDeepStrictEqual(ours, { status: 'ACTIVE', partnerOrganizationID: seller.id });
    assert.match(ours.company.name, /^seller-/);
    assert.equal((await partnersOf(seller)).length, 1);
    assert.equal((await partnersOf(partner)).length, 1);
  });

  test('is one act with an audit row and events in both organizations, under one request', async () => {
    const { seller, partner, receivedId } = await bothHave();
    const [before, there] = [await trailOf(partner), await trailOf(seller)];
    const reply = await answer(partner, receivedId, 'accept');
    const [mine, ...more] = (await trailOf(partner)).slice(before.length);
    const [its, ...others] = (await trailOf(seller)).slice(there.length);
    assert.deepEqual([more, others], [[], []]);
    assert.deepEqual([mine?.action, its?.action], ['acceptInvitation', 'acceptInvitation']);
    assert.deepEqual([mine?.request_id, its?.request_id], Array(2).fill(reply.headers.get('x-request-id')));
    assert.equal(mine?.actor.type, 'app');
    assert.deepEqual([its?.actor.type, its?.actor.id], ['partner', partner.id], 'not the person, but its organization');
    assert.deepEqual((await eventsOf(seller)).slice(-2).sort(), [
      'partner_invitation.accepted',
      'partner_relationship.established',
    ]);
    assert.deepEqual(await eventsOf(partner), [
      'partner_invitation.received',
      'partner_relationship.established',
      'partner_invitation.accepted',
    ]);
  });

  test('shows its link in the answers of create and resend alone, and stores only a hash of it', async () => {
    const seller = await anOrganization('seller');
    const body = { recipient: { companyName: 'Initech', email: 'secret@initech.example' } };
    const headers = { 'idempotency-key': 'once' };
    const created = (await seller.editor.call('POST', '/prm/invitation', { body, headers })).body as Invitation;
    const first = tokenOf(created.acceptUrl ?? '');
    const again = (await seller.editor.call('POST', '/prm/invitation', { body, headers })).body as Invitation;
    assert.equal(again.acceptUrl, null);
    const resent = (await answer(seller, created.id, 'resend')).body as Invitation;
    const second = tokenOf(resent.acceptUrl ?? '');
    assert.ok(first.length > 40 && second.length > 40 && first !== second);
    assert.equal(resent.resentCount, 1);
    const shown = [
      await invitationsOf(seller),
      (await seller.editor.call('GET', `/prm/partner/${created.partnerId}/invitation`)).body,
      (await answer(seller, created.id, 'cancel')).body,
    ];
    for (const table of [
      'partner_invitation',
      'audit_event',
      'outbox',
      'idempotency',
      'operation',
      'operation_event',
    ]) {
      const { rows } = await app.database.pool.query(`select * from ${table} where org_id = $1`, [seller.uuid]);
      shown.push(rows as never);
    }
    for (const token of [first, second]) assert.ok(!JSON.stringify(shown).includes(token));
    assert.ok(!JSON.stringify(shown).includes('acceptUrl":"'));
  });

  test('belongs to the organization that opened its link first; it is nobody else’s, and not the sender’s', async () => {
    const { seller, partner, sent, receivedId } = await bothHave();
    const third = await anOrganization('third');
    assert.equal((await accept(sent.token, third)).status, 400);
    for (const act of ['accept', 'decline', 'cancel', 'resend']) {
      assert.equal((await answer(third, receivedId, act)).status, 404);
      assert.equal((await answer(third, sent.id, act)).status, 404);
      assert.equal((await answer(seller, receivedId, act)).status, 404);
      assert.equal((await answer(partner, sent.id, act)).status, 404);
    }
    assert.deepEqual(await invitationsOf(third), []);
    assert.equal((await third.editor.call('GET', `/prm/partner/${sent.partnerId}`)).status, 404);
    assert.equal((await accept(sent.token, seller)).status, 409, 'an organization is no partner of itself');
    const viewer = await partner.addPerson('VIEWER');
    const byViewer = await askByLink(app, {
      path: 'accept',
      token: sent.token,
      by: viewer.token,
      more: { organizationID: partner.id },
    });
    assert.equal(byViewer.status, 403);
    const foreign = await askByLink(app, {
      path: 'accept',
      token: sent.token,
      by: third.owner.token,
      more: { organizationID: partner.id },
    });
    assert.equal(foreign.status, 404);
  });

  test('can be answered by its receiver only, and withdrawn or sent again by its sender only', async () => {
    const { seller, partner, sent, receivedId } = await bothHave();
    const refused = [
      await answer(seller, sent.id, 'accept'),
      await answer(seller, sent.id, 'decline'),
      await answer(partner, receivedId, 'cancel'),
      await answer(partner, receivedId, 'resend'),
    ];
    for (const { status, body } of refused) {
      assert.equal(status, 409);
      assert.match((body as { info: { direction: string } }).info.direction, /BOUND$/);
    }
  });

  test('does not tell its sender who has it: neither when it is opened nor when it is declined', async () => {
    const [seller, partner] = [await anOrganization('seller'), await anOrganization('partner')];
    const sent = await anInvitation(seller);
    const seen = async () => [
      (await seller.editor.call('GET', '/prm/invitation')).text,
      (await seller.editor.call('GET', '/prm/partner')).text,
      await trailOf(seller),
      await eventsOf(seller),
    ];
    const before = JSON.stringify(await seen());
    const id = await received(app, partner, sent.token);
    assert.equal(JSON.stringify(await seen()), before);
    assert.equal((await answer(partner, id, 'decline')).status, 200);
    const [invitation] = await invitationsOf(seller);
    assert.partialDeepStrictEqual(invitation, { status: 'DECLINED' });
    assert.ok(invitation?.respondedTime);
    const after = JSON.stringify(await seen());
    const { rows: outbox } = await app.database.pool.query('select actor from outbox where org_id = $1', [seller.uuid]);
    for (const text of [after, JSON.stringify(outbox)]) {
      assert.ok(!text.includes(partner.id) && !text.includes(partner.uuid) && !text.includes('partner-'), text);
    }
    assert.equal((await partnerOf(seller, sent.partnerId)).status, 'INACTIVE');
  });

  test('expires by the clock, on both sides; sent again it can be accepted by the new link alone', async () => {
    const { seller, partner, sent, receivedId } = await bothHave();
    app.clock.advance(31 * 86_400_000);
    const late = await answer(partner, receivedId, 'accept');
    assert.equal(late.status, 409, 'before the tick, too');
    assert.equal((await accept(sent.token, partner)).status, 400);
    await app.app.engine.runDueNow();
    assert.partialDeepStrictEqual(await invitationsOf(seller), [{ status: 'EXPIRED' }]);
    assert.partialDeepStrictEqual(await invitationsOf(partner), [{ status: 'EXPIRED' }]);
    assert.equal((await partnerOf(seller, sent.partnerId)).status, 'INACTIVE');
    const resent = (await answer(seller, sent.id, 'resend')).body as Invitation;
    assert.equal((await partnerOf(seller, sent.partnerId)).status, 'INVITED');
    assert.partialDeepStrictEqual(await invitationsOf(partner), [{ status: 'PENDING' }]);
    assert.equal((await accept(sent.token, partner)).status, 400);
    assert.equal((await accept(tokenOf(resent.acceptUrl ?? ''), partner)).status, 200);
    assert.equal((await accept(tokenOf(resent.acceptUrl ?? ''), partner)).status, 400, 'once');
  });

  test('can be accepted until just before its accept-by time', async () => {
    for (const [earlierMs, isInTime] of [
      [1, true],
      [0, false],
    ] as const) {
      const { partner, receivedId } = await bothHave();
      const { body } = await partner.editor.call('GET', '/prm/invitation');
      const [row] = (body as { data: { acceptBy: string }[] }).data;
      const now = new Date(Date.parse(row?.acceptBy ?? '') - earlierMs);
      const request = {
        orgId: partner.uuid,
        actor: { type: 'user', id: 'user_x', name: 'x' } as const,
        action: 'acceptInvitation',
        requestId: `accept-${earlierMs}`,
        emits: acceptEvents,
      };
      const accepted = runAct({ ...app.app.environment, clock: { ...app.clock, now: () => now } }, request, (call) =>
        acceptInvitation(call, { params: { invitationId: decodeId('invite', receivedId) ?? '' } }),
      );
      if (isInTime) await accepted;
      else await assert.rejects(accepted, (error) => isRefusal(error) && error.code === 'Conflict');
    }
  });

  test('that has expired is not sent again to somebody who has another pending one by now', async () => {
    const seller = await anOrganization('seller');
    const body = { recipient: { companyName: 'Initech', email: 'bill@initech.example' } };
    const invite = async () => (await seller.editor.call('POST', '/prm/invitation', { body })).body as Invitation;
    const first = await invite();
    app.clock.advance(31 * 86_400_000);
    await app.app.engine.runDueNow();
    const second = await invite();
    assert.equal(second.status, 'PENDING');
    assert.equal((await answer(seller, first.id, 'resend')).status, 409);
    assert.equal((await invitationsOf(seller)).filter(({ status }) => status === 'PENDING').length, 1);
    assert.equal((await answer(seller, second.id, 'resend')).status, 200, 'an open one is the pending one');
    assert.equal((await answer(seller, second.id, 'cancel')).status, 200);
    assert.equal((await answer(seller, first.id, 'resend')).status, 200);
  });

  test('is refused for a second partnership of the same two, whoever invites', async () => {
    const [seller, partner] = [await anOrganization('seller'), await anOrganization('partner')];
    const [first, second, back] = [await anInvitation(seller), await anInvitation(seller), await anInvitation(partner)];
    assert.equal((await accept(first.token, partner)).status, 200);
    assert.equal((await accept(second.token, partner)).status, 409);
    assert.equal((await accept(back.token, seller)).status, 409);
    assert.equal((await partnersOf(partner)).filter((one) => one.status === 'ACTIVE').length, 1);
  });

  test('is sent again although the organization has as many open ones as it may; what has expired would be one more', async () => {
    const seller = await anOrganization('seller');
    await app.database.system((db) =>
      sql`update organization set creation_time = ${app.clock.now()} where id = ${seller.uuid}`.execute(db),
    );
    const sent = [];
    for (let n = 0; n < 20; n += 1) sent.push(await anInvitation(seller));
    const body = { recipient: { companyName: 'Initech', email: 'more@initech.example' } };
    const create = () => seller.editor.call('POST', '/prm/invitation', { body });
    assert.equal((await create()).status, 409);
    const [first] = sent;
    assert.ok(first);
    const resent = await answer(seller, first.id, 'resend');
    assert.equal(resent.status, 200, resent.text);
    const id = decodeId('invite', first.id);
    await app.database.write(seller.uuid, (db) =>
      sql`update partner_invitation set status = 'EXPIRED' where org_id = ${seller.uuid} and id = ${id}`.execute(
        db.raw,
      ),
    );
    assert.equal((await create()).status, 200);
    const late = await answer(seller, first.id, 'resend');
    assert.equal(late.status, 409, late.text);
    assert.partialDeepStrictEqual(late.body, { info: { limit: 20, used: 20 } });
  });

  test('is sent to one person once, and never from a file that is not shared with all', async () => {
    const seller = await anOrganization('seller');
    const body = { recipient: { companyName: 'Initech', email: 'bill@initech.example' } };
    assert.equal((await seller.editor.call('POST', '/prm/invitation', { body })).status, 200);
    assert.equal((await seller.editor.call('POST', '/prm/invitation', { body })).status, 409);
    const linkedFileIds = [await aFile(seller)];
    const recipient = { companyName: 'Initech', email: 'other@initech.example' };
    const reply = await seller.editor.call('POST', '/prm/invitation', { body: { recipient, linkedFileIds } });
    assert.equal(reply.status, 400);
    assert.match(reply.text, /linkedFileIds\.0/);
  });
});

describe('the link', () => {
  test('shows what it is about, and the organizations of a signed-in person', async () => {
    const [seller, partner] = [await anOrganization('seller'), await anOrganization('partner')];
    const { token } = await anInvitation(seller);
    const stranger = await askByLink(app, { path: 'open', token });
    assert.equal(stranger.status, 200, stranger.text);
    assert.partialDeepStrictEqual(stranger.body, { companyName: 'Initech' });
    assert.ok(!('organizations' in (stranger.body as object)));
    const { body } = await askByLink(app, { path: 'open', token, by: partner.owner.token });
    assert.partialDeepStrictEqual(body, { organizations: [{ organizationID: partner.id }] });
    assert.equal((await askByLink(app, { path: 'accept', token, more: { organizationID: partner.id } })).status, 401);
    assert.equal((await askByLink(app, { path: 'open', token: `${token}x` })).status, 400);
  });

  test('cannot be accepted for a new organization without a name', async () => {
    const [seller, partner] = [await anOrganization('seller'), await anOrganization('partner')];
    const { token } = await anInvitation(seller);
    for (const organizationName of ['', '  ', 'a\r\nb']) {
      const reply = await askByLink(app, {
        path: 'accept',
        token,
        by: partner.owner.token,
        more: { organizationName },
      });
      assert.equal(reply.status, 400, reply.text);
    }
  });

  test('lets a person who has no organization accept for a new one', async () => {
    const [seller, other] = [await anOrganization('seller'), await anOrganization('other')];
    const { token, partnerId } = await anInvitation(seller);
    const { owner } = other;
    const reply = await askByLink(app, {
      path: 'accept',
      token,
      by: owner.token,
      more: { organizationName: 'Initech' },
    });
    assert.equal(reply.status, 200, reply.text);
    const { organizationID } = reply.body as { organizationID: string };
    assert.notEqual(organizationID, other.id);
    assert.partialDeepStrictEqual(await partnerOf(seller, partnerId), { partnerOrganizationID: organizationID });
    const people = await contactsOf(seller, partnerId);
    assert.equal(people.length, 2, 'the person who was invited, and the one who accepted');
  });

  test('creates no second organization when the acceptance for a new one is repeated', async () => {
    const [seller, other] = [await anOrganization('seller'), await anOrganization('other')];
    const { token, partnerId } = await anInvitation(seller);
    const ask = () =>
      askByLink(app, { path: 'accept', token, by: other.owner.token, more: { organizationName: 'Initech' } });
    const [one, two] = await Promise.all([ask(), ask()]);
    const later = await ask();
    for (const reply of [one, two, later]) assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(two.body, one.body);
    assert.deepEqual(later.body, one.body);
    const { organizationID } = one.body as { organizationID: string };
    assert.partialDeepStrictEqual(await partnerOf(seller, partnerId), { partnerOrganizationID: organizationID });
    assert.equal((await organizationsOf(other)).length, 2, 'the one of before, and the new one');
  });

  for (const point of ['before-commit', 'after-commit'] as const)
    test(`is accepted for one new organization, whichever transaction the service dies in: ${point}`, async () => {
      for (let nth = 1, died = true; died; nth += 1) {
        const [seller, other] = [await anOrganization('seller'), await anOrganization('other')];
        const { token, partnerId } = await anInvitation(seller);
        const more = { organizationName: 'Initech' };
        const ask = () => askByLink(app, { path: 'accept', token, by: other.owner.token, more });
        let seen = 0;
        setFaultHook((now) => {
          if (now === point) seen += 1;
          if (now === point && seen === nth) throw new Error('killed');
        });
        const first = await ask().finally(() => setFaultHook(undefined));
        died = seen >= nth;
        // Even a transaction whose end was not seen may be found.
        assert.ok(died || first.status === 200, first.text);
        const { status } = await partnerOf(seller, partnerId);
        assert.equal((await organizationsOf(other)).length, status === 'ACTIVE' ? 2 : 1, `${nth}`);
        const reply = await ask();
        assert.equal(reply.status, 200, reply.text);
        const { organizationID } = reply.body as { organizationID: string };
        assert.partialDeepStrictEqual(await partnerOf(seller, partnerId), { partnerOrganizationID: organizationID });
        assert.equal((await organizationsOf(other)).length, 2);
      }
    });

  test('leaves no new organization behind when the link is of no use', async () => {
    const [seller, other] = [await anOrganization('seller'), await anOrganization('other')];
    const second = await anInvitation(seller);
    assert.equal((await answer(seller, second.id, 'cancel')).status, 200);
    const late = await askByLink(app, {
      path: 'accept',
      token: second.token,
      by: other.owner.token,
      more: { organizationName: 'Late' },
    });
    assert.equal(late.status, 400);
    assert.equal((await organizationsOf(other)).length, 1);
  });

  test('lets its holder decline without an account', async () => {
    const { seller, partner, sent } = await bothHave();
    assert.equal((await askByLink(app, { path: 'decline', token: sent.token })).status, 204);
    assert.equal((await askByLink(app, { path: 'decline', token: sent.token })).status, 400);
    assert.partialDeepStrictEqual(await invitationsOf(seller), [{ status: 'DECLINED' }]);
    assert.partialDeepStrictEqual(await invitationsOf(partner), [{ status: 'DECLINED' }]);
  });
});

describe('at the same time', () => {
  const statuses = (replies: readonly { status: number }[]): number[] => replies.map(({ status }) => status).sort();

  const rounds = Array.from({ length: 8 }, (_, round) => round);

  test('two accept: one partnership', async () => {
    for (const _ of rounds) {
      const [seller, partner] = [await anOrganization('seller'), await anOrganization('partner')];
      const sent = [await anInvitation(seller), await anInvitation(seller), await anInvitation(seller)];
      const replies = await Promise.all(sent.map(({ token }) => accept(token, partner)));
      assert.deepEqual(statuses(replies), [200, 409, 409]);
      assert.equal((await partnersOf(partner)).length, 1);
    }
  });

  test('each accepts the other’s invitation: one partnership', async () => {
    for (const _ of rounds) {
      const [seller, partner] = [await anOrganization('seller'), await anOrganization('partner')];
      const [one, two] = [await anInvitation(seller), await anInvitation(partner)];
      const replies = await Promise.all([accept(one.token, partner), accept(two.token, seller)]);
      assert.deepEqual(statuses(replies), [200, 409]);
      const known = async (organization: TestOrganization) =>
        (await partnersOf(organization)).filter(({ partnerOrganizationID: id }) => id !== undefined).length;
      assert.deepEqual([await known(seller), await known(partner)], [1, 1]);
    }
  });

  test('two organizations accept one link: one has it', async () => {
    const seller = await anOrganization('seller');
    const [left, right] = [await anOrganization('left'), await anOrganization('right')];
    const { token } = await anInvitation(seller);
    assert.deepEqual(statuses(await Promise.all([accept(token, left), accept(token, right)])), [200, 400]);
    assert.equal((await partnersOf(left)).length + (await partnersOf(right)).length, 1);
  });

  for (const act of ['cancel', 'decline'] as const) {
    test(`accept and ${act}: one wins, and both copies agree`, async () => {
      const { seller, partner, sent, receivedId } = await bothHave();
      const other = act === 'cancel' ? answer(seller, sent.id, act) : answer(partner, receivedId, act);
      const replies = await Promise.all([answer(partner, receivedId, 'accept'), other]);
      assert.deepEqual(statuses(replies), [200, 409]);
      const [ours] = await invitationsOf(partner);
      const [theirs] = await invitationsOf(seller);
      assert.equal(ours?.status, theirs?.status);
      assert.equal((await partnersOf(partner)).length, ours?.status === 'ACCEPTED' ? 1 : 0);
    });
  }

  test('accept and expiry: one wins', async () => {
    const { seller, partner, sent, receivedId } = await bothHave();
    await app.database.write(seller.uuid, (db) =>
      sql`update due set due_time = ${app.clock.now()} where org_id = ${db.orgId} and entity_id = ${decodeId('invite', sent.id)}`.execute(
        db.raw,
      ),
    );
    await Promise.all([answer(partner, receivedId, 'accept'), app.app.engine.runDueNow()]);
    const [ours] = await invitationsOf(partner);
    const [theirs] = await invitationsOf(seller);
    assert.deepEqual(
      [ours?.status, theirs?.status],
      ['ACCEPTED', 'ACCEPTED'],
      'a row that is due early expires nothing',
    );
    assert.equal((await partnersOf(partner)).length, 1);
  });

  test('the old link and a resend: it was accepted, or sent again', async () => {
    const [seller, partner] = [await anOrganization('seller'), await anOrganization('partner')];
    const { token, id } = await anInvitation(seller);
    const [accepted, resent] = await Promise.all([accept(token, partner), answer(seller, id, 'resend')]);
    const outcome = [accepted.status, resent.status];
    assert.ok(
      [
        [200, 409],
        [400, 200],
      ].some((one) => JSON.stringify(one) === JSON.stringify(outcome)),
      JSON.stringify(outcome),
    );
    assert.equal((await partnersOf(partner)).length, accepted.status === 200 ? 1 : 0);
  });
});

describe('a partnership', () => {
  const change = (organization: TestOrganization, id: string, body: object, headers = {}) =>
    organization.editor.call('PATCH', `/prm/partner/${id}`, { body, headers });

  test('is described by each side on its own', async () => {
    const partner = await anOrganization('partner');
    const { partner: seller, id, theirId } = await aPartnership(app, partner);
    const body = { tags: ['north', 'north'], company: { industry: 'Toys', description: null }, relationship: 'MSP' };
    const reply = await change(partner, id, body);
    assert.equal(reply.status, 200, reply.text);
    assert.partialDeepStrictEqual(reply.body, { tags: ['north'], relationship: 'MSP', company: { industry: 'Toys' } });
    assert.partialDeepStrictEqual(await partnerOf(seller, theirId), { tags: [], relationship: 'REFERRAL' });
    assert.equal((await change(seller, id, {})).status, 404);
    assert.equal((await change(partner, id, { partnerManager: { userId: 'user_x' } })).status, 400);
  });

  test('is ended by either side for both, and resumed only by who has ended it', async () => {
    const partner = await anOrganization('partner');
    const { partner: seller, id, theirId } = await aPartnership(app, partner);
    const statuses = async () => [(await partnerOf(partner, id)).status, (await partnerOf(seller, theirId)).status];
    assert.equal((await change(seller, theirId, { status: 'INACTIVE' })).status, 200);
    assert.deepEqual(await statuses(), ['INACTIVE', 'INACTIVE']);
    assert.equal((await change(partner, id, { status: 'ACTIVE' })).status, 409);
    assert.equal((await change(partner, id, { status: 'INACTIVE' })).status, 200, 'for this side, too');
    assert.equal((await change(seller, theirId, { status: 'ACTIVE' })).status, 200);
    assert.deepEqual(await statuses(), ['INACTIVE', 'INACTIVE'], 'the other side has ended it');
    assert.equal((await change(partner, id, { status: 'ACTIVE' })).status, 200);
    assert.deepEqual(await statuses(), ['ACTIVE', 'ACTIVE']);
  });

  test('that has ended is in force again when its partner accepts a new invitation; nobody else can', async () => {
    const partner = await anOrganization('partner');
    const { partner: seller, id, theirId } = await aPartnership(app, partner);
    await change(partner, id, { status: 'INACTIVE' });
    const body = { recipient: { companyName: 'Initech', email: 'again@initech.example' } };
    const sent = (await seller.editor.call('POST', `/prm/partner/${theirId}/invitation`, { body })).body as Invitation;
    const third = await anOrganization('third');
    const token = tokenOf(sent.acceptUrl ?? '');
    assert.equal((await accept(token, third)).status, 409);
    assert.equal((await accept(token, partner)).status, 200);
    assert.equal((await partnerOf(partner, id)).status, 'ACTIVE');
    assert.equal((await partnerOf(seller, theirId)).status, 'ACTIVE');
    assert.equal((await partnersOf(partner)).length, 1);
  });

  test('is left as it is by an If-Match of another version', async () => {
    const partner = await anOrganization('partner');
    const { id } = await aPartnership(app, partner);
    assert.equal((await change(partner, id, { status: 'INACTIVE' }, { 'if-match': '"7"' })).status, 412);
    assert.equal((await partnerOf(partner, id)).status, 'ACTIVE');
  });

  test('is behind the fence of its organization, even for an act in two', async () => {
    const partner = await anOrganization('partner');
    const { partner: seller } = await aPartnership(app, partner);
    const rows = await app.database.write(partner.uuid, (db) =>
      inOrganization(db, seller.uuid, async (there) => {
        const seen = await sql<{ org_id: string }>`select distinct org_id from partner_relationship`.execute(there.raw);
        await assert.rejects(
          sql`savepoint s`.execute(there.raw).then(() =>
            sql`insert into partner_contact (org_id, id, relationship_id, email, name, creation_time)
              select ${partner.uuid}, id, id, 'a', 'b', now() from partner_relationship where org_id = ${seller.uuid}`.execute(
              there.raw,
            ),
          ),
          /row-level security/,
        );
        await sql`rollback to s`.execute(there.raw);
        return seen.rows;
      }),
    );
    assert.deepEqual(rows, [{ org_id: seller.uuid }]);
  });
});

describe('a file', () => {
  const filesOf = async ({ editor }: TestOrganization, partnerId: string): Promise<string[]> =>
    ((await editor.call('GET', `/prm/partner/${partnerId}/file`)).body as { data: { id: string }[] }).data.map(
      ({ id }) => id,
    );

  test('is seen by the partners that it is shared with, while the partnership is in force', async () => {
    const partner = await anOrganization('partner');
    const { partner: seller, id, theirId } = await aPartnership(app, partner);
    const other = await anInvitation(seller);
    const ids = {
      all: await aFile(seller, { sharedWith: 'ALL_PARTNERS' }),
      this: await aFile(seller, { sharedWith: 'PARTNER', partnerId: theirId }),
      another: await aFile(seller, { sharedWith: 'PARTNER', partnerId: other.partnerId }),
      none: await aFile(seller),
    };
    assert.deepEqual((await filesOf(partner, id)).sort(), [ids.all, ids.this].sort());
    const download = (fileId: string) => partner.editor.call('GET', `/prm/partner/${id}/file/${fileId}/download`);
    const link = await download(ids.this);
    assert.equal(link.status, 200, link.text);
    const file = await fetch(link.body as string);
    assert.match(file.headers.get('content-disposition') ?? '', /^attachment/);
    assert.match(await file.text(), /^%PDF/);
    for (const fileId of [ids.another, ids.none]) assert.equal((await download(fileId)).status, 404);
    assert.equal((await partner.editor.call('GET', `/prm/file/${ids.all}`)).status, 404);

    await seller.editor.call('POST', `/prm/file/${ids.all}/unshare`);
    assert.deepEqual(await filesOf(partner, id), [ids.this]);
    await seller.editor.call('PATCH', `/prm/partner/${theirId}`, { body: { status: 'INACTIVE' } });
    assert.deepEqual(await filesOf(partner, id), []);
    assert.equal((await download(ids.this)).status, 404);
    const third = await anOrganization('third');
    assert.equal((await third.editor.call('GET', `/prm/partner/${theirId}/file`)).status, 404);
  });

  test('is what its name says, and no larger than allowed', async () => {
    const seller = await anOrganization('seller');
    const upload = (name: string, bytes: Buffer | string) =>
      seller.editor.call('POST', '/prm/file', {
        body: { name, content: typeof bytes === 'string' ? bytes : bytes.toString('base64') },
      });
    assert.equal((await upload('a.pdf', Buffer.from('<html>'))).status, 400);
    assert.equal((await upload('a.html', Buffer.from('%PDF-1.7'))).status, 400);
    assert.equal((await upload('../a.pdf', Buffer.from('%PDF-1.7'))).status, 400);
    assert.equal((await upload('a.pdf', 'JVBERi0x*')).status, 400);
    assert.equal((await upload('a.pdf', '%%%')).status, 400);
    assert.equal(
      (await upload('a.pdf', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(fileBytesMax)]))).status,
      400,
    );
    const large = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(fileBytesMax - 5)]);
    const reply = await upload('a.pdf', large);
    assert.equal(reply.status, 200, reply.text);
    assert.partialDeepStrictEqual(reply.body, { size: fileBytesMax, contentType: 'application/pdf' });
  });
});

describe('with a worker', () => {
  let working: TestApp;
  const mails: Mail[] = [];
  before(async () => {
    working = await startApp({}, { mailer: { send: async (mail) => void mails.push(mail) } });
  });
  after(() => working.close());

  test('an invitation is sent by mail: the words, the link in force, and nothing that a mail program makes a link of', async () => {
    const seller = working.acme;
    const message = { subject: 'See evil.example', body: 'Click https://evil.example?token=mos_x now' };
    const fileId = await aFile(seller, { sharedWith: 'ALL_PARTNERS' });
    const sent = await anInvitation(seller, { message, linkedFileIds: [fileId] });
    await working.app.engine.idle();
    const [mail] = mails;
    assert.ok(mail);
    assert.ok(mail.text.includes(`/account/partner-invitation?token=${sent.token}\n`));
    assert.ok(!mail.text.includes('https://evil.example') && !mail.subject.includes('evil.example'));
    const link = /Overview·pdf: (\S+)/.exec(mail.text)?.[1] ?? '';
    assert.equal((await fetch(link)).status, 200);
  });

  test('a file leaves nothing in the storage when the upload was rehearsed, and nothing but its run when it is deleted', async () => {
    const seller = working.acme;
    const body = { name: 'a.pdf', content: Buffer.from('%PDF-1.7').toString('base64') };
    const dry = await seller.editor.call('POST', '/prm/file?dryRun=true', { body });
    const { id } = dry.body as { id: string };
    assert.equal((await seller.editor.call('GET', `/prm/file/${id}`)).status, 404);
    const fileId = await aFile(seller);
    const link = (await seller.editor.call('GET', `/prm/file/${fileId}/download`)).body as string;
    assert.equal((await seller.editor.call('DELETE', `/prm/file/${fileId}`)).body, '');
    await working.app.engine.idle();
    assert.equal((await fetch(link)).status, 404);
  });
});
