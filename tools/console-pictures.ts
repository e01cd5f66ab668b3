import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openStage, signIn } from '../console/test/console.test-support.ts';
import { furnish, settle, show } from '../console/test/screens.ts';

// Makes a picture of each screen of the console, from the real service with its simulators.

const folder = join(import.meta.dirname, '../docs/console');
const settleMs = 700;

mkdirSync(folder, { recursive: true });
const stage = await openStage();
try {
  const { page } = await stage.open({ reducedMotion: 'reduce' });
  await page.goto(stage.url);
  await page.getByLabel('Email address').waitFor();
  await page.screenshot({ path: join(folder, 'sign-in.png') });
  await signIn(page, stage.url, stage.owner);
  for (const screen of await furnish(stage, page)) {
    await show(stage, page, screen);
    await settle(page);
    // Charts draw themselves in steps of their own.
    await page.waitForTimeout(settleMs);
    await page.screenshot({ path: join(folder, `${screen.name}.png`) });
    console.log(`docs/console/${screen.name}.png`);
  }
} finally {
  await stage.close();
}
