import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openStage, signIn } from '../console/test/console.test-support.ts';
import { seedScreens, settle, show } from '../console/test/screens.ts';

// Takes a screenshot of each screen of the console, with the real service and its simulators. With names: only of those screens.

const folder = join(import.meta.dirname, '../docs/console');
const settleMs = 700;
const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);

mkdirSync(folder, { recursive: true });
const stage = await openStage();
try {
  const { page } = await stage.open({ reducedMotion: 'reduce' });
  await page.goto(stage.url);
  await page.getByLabel('Email address').waitFor();
  if (isWanted('sign-in')) await page.screenshot({ path: join(folder, 'sign-in.png') });
  await signIn(page, stage.url, stage.owner);
  for (const screen of (await seedScreens(stage, page)).filter(({ name }) => isWanted(name))) {
    await show(stage, page, screen);
    await settle(page);
    // Charts draw themselves in their own steps.
    await page.waitForTimeout(settleMs);
    await page.screenshot({ path: join(folder, `${screen.name}.png`) });
    console.log(`docs/console/${screen.name}.png`);
  }
} finally {
  await stage.close();
}
