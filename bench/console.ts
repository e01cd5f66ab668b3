/// <reference lib="dom" />
import { openStage, signIn } from '../console/test/console.test-support.ts';

// What a browser with an empty cache loads before the console's first page shows, and how long that and a switch to
// another screen take. The files come with gzip, as the target is stated; browsers usually take brotli, which is smaller.

const rounds = 5;

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const stage = await openStage();
try {
  const first = await stage.open();
  await signIn(first.page, stage.url, stage.owner);
  const storageState = await first.context.storageState();
  const loads: { kilobytes: number; ms: number }[] = [];
  const switches: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { page, context } = await stage.open({ storageState });
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } });
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    const began = performance.now();
    await page.goto(`${stage.url}/console/${stage.orgId}/today`);
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    loads.push({ ms: performance.now() - began, kilobytes: bytes / 1024 });
    await page.waitForLoadState('networkidle').catch(() => {});
    for (const [name, heading] of [
      ['Offers', 'Offers'],
      ['Products', 'Products'],
      ['Today', 'Today'],
      ['Offers', 'Offers'],
      ['Products', 'Products'],
    ]) {
      const ms = await page.evaluate(
        async ([link, title]) => {
          const from = performance.now();
          const anchors = [...document.querySelectorAll('nav a')] as HTMLElement[];
          anchors.find((one) => one.textContent === link)?.click();
          while (document.querySelector('main h1')?.textContent !== title) await new Promise(requestAnimationFrame);
          return performance.now() - from;
        },
        [name, heading],
      );
      switches.push(ms);
      await page.waitForTimeout(300);
    }
    await context.close();
  }
  const cached = switches.filter((_, at) => at % 5 > 2);
  console.log(`first page: ${median(loads.map(({ kilobytes }) => kilobytes)).toFixed(0)} KiB over the network (gzip)`);
  console.log(`until it shows: ${median(loads.map(({ ms }) => ms)).toFixed(0)} ms`);
  console.log(`switch to a screen that was shown before: ${median(cached).toFixed(0)} ms`);
} finally {
  await stage.close();
}
