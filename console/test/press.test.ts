import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { schedulerBetweenPresses } from '../src/lib/press.ts';

test('what arrives while a pointer is pressed is shown after its click, in order, and none is lost', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const page = new EventTarget();
  const schedule = schedulerBetweenPresses(page);
  const seen: string[] = [];
  const show = (name: string): void => schedule(() => void seen.push(name));
  show('before');
  mock.timers.tick(1);
  assert.deepEqual(seen, ['before']);

  // Scheduled before the press, but due within it: it would move the button all the same.
  show('due');
  page.dispatchEvent(new Event('pointerdown'));
  show('answer');
  mock.timers.tick(200);
  assert.deepEqual(seen, ['before']);
  page.dispatchEvent(new Event('pointerup'));
  seen.push('click');
  mock.timers.tick(1);
  assert.deepEqual(seen, ['before', 'click', 'due', 'answer']);

  // A scroll by touch ends in no release, and a long press selects text.
  page.dispatchEvent(new Event('pointerdown'));
  show('scrolled');
  page.dispatchEvent(new Event('pointercancel'));
  mock.timers.tick(1);
  page.dispatchEvent(new Event('pointerdown'));
  show('selected');
  mock.timers.tick(1000);
  assert.deepEqual(seen.slice(4), ['scrolled', 'selected']);
});
