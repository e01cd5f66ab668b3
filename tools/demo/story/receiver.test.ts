import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { chooseFreePort } from '../../../server/src/kit/free-port.ts';
import { openReceiver } from './receiver.ts';

const secret = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`;

test('the first event of a type is refused once, and a forged event always', async () => {
  const url = `http://127.0.0.1:${await chooseFreePort()}`;
  const receiver = await openReceiver(url, 'offer.accepted');
  const post = async (id: string, event: unknown, key = secret): Promise<number> => {
    const body = JSON.stringify(event);
    const now = new Date();
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(key).sign(id, now, body),
    };
    return (await fetch(url, { method: 'POST', headers, body })).status;
  };
  try {
    const accepted = { id: 'event_1', type: 'offer.accepted' };
    assert.equal(await post('event_1', accepted).catch(() => 0), 401);
    receiver.trust(secret);
    assert.equal(await post('event_1', accepted, `whsec_${Buffer.alloc(24).toString('base64')}`), 401);
    assert.equal(await post('event_2', accepted), 401);
    assert.equal(await post('event_3', { id: 'event_3', type: 'offer.created' }), 204);
    assert.equal(await post('event_1', accepted), 500);
    assert.equal(await post('event_1', accepted), 204);
    assert.equal(await post('event_4', { ...accepted, id: 'event_4' }), 204);
    assert.deepEqual(
      receiver.arrivals.map(({ status, fault }) => [status, fault !== '']),
      [
        [401, true],
        [401, true],
        [401, true],
        [204, false],
        [500, false],
        [204, false],
        [204, false],
      ],
    );
  } finally {
    await receiver.close();
  }
});
