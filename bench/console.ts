/// <reference lib="dom" />
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from 'playwright-core';
import { countBytes, openStage, signIn } from '../console/test/console.test-support.ts';

// What a browser with an empty cache loads before the console's first page shows, how long that and a switch to another
// screen take, how much moves by itself in the meantime, and how a long table scrolls. The files come with gzip, as the target is
// stated; browsers usually take brotli, which is smaller. `--rounds 5 --rows 100000`.

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, rows: { type: 'string', default: '100000' } },
});
const rounds = Number(options.rounds);
const rows = Number(options.rows);
const batch = 1000;

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The page's cumulative layout shift without user input, as browsers measure it: below 0.1 is good. */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        const add = (entries: PerformanceEntryList): void => {
          for (const entry of entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value;
        };
        new PerformanceObserver((list) => add(list.getEntries())).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(sum), 200);
      }),
  );

type Scrolled = { perSecond: number; late: number; cpuMs: number };

/** CPU time of the page's main thread, in milliseconds. */
const cpuOf = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
};

/** Scrolls the table with the wheel at a speed in pixels per second, and counts the frames that the browser drew. */
const scroll = async (page: Page, session: CDPSession, speed: number): Promise<Scrolled> => {
  const place = await page.getByRole('region', { name: 'Contacts' }).boundingBox();
  if (!place) throw new Error('there is no table');
  await page.evaluate(() => {
    const counted: number[] = [];
    const tick = (time: number): void => {
      counted.push(time);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    Object.assign(window, { counted });
  });
  const before = await cpuOf(session);
  await session.send('Input.synthesizeScrollGesture', {
    x: place.x + place.width / 2,
    y: place.y + place.height / 2,
    yDistance: -4 * speed,
    speed,
    preventFling: true,
    gestureSourceType: 'mouse',
  });
  const cpu = (await cpuOf(session)) - before;
  const times = await page.evaluate(() => (window as unknown as { counted: number[] }).counted);
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time));
  const length = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return {
    perSecond: (1000 * gaps.length) / length,
    // A frame that took more than two sixtieths of a second.
    late: gaps.filter((gap) => gap > 34).length / gaps.length,
    cpuMs: cpu / gaps.length,
  };
};

const stage = await openStage();
try {
  const first = await stage.open();
  await signIn(first.page, stage.url, stage.owner);
  const storageState = await first.context.storageState();
  const loads: { kilobytes: number; ms: number }[] = [];
  const switches: number[] = [];
  const shifts: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { page, context } = await stage.open({ storageState });
    const received = await countBytes(page);
    const began = performance.now();
    await page.goto(`${stage.url}/console/${stage.orgId}/today`);
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    loads.push({ ms: performance.now() - began, kilobytes: received() / 1024 });
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
    shifts.push(await shiftOf(page));
    await context.close();
  }
  const cached = switches.filter((_, at) => at % 5 > 2);
  console.log(`first page: ${median(loads.map(({ kilobytes }) => kilobytes)).toFixed(0)} KiB over the network (gzip)`);
  console.log(`until it shows: ${median(loads.map(({ ms }) => ms)).toFixed(0)} ms`);
  console.log(`switch to a screen that was shown before: ${median(cached).toFixed(0)} ms`);
  console.log(`layout shift over all these screens: ${median(shifts).toFixed(3)}`);

  for (let from = 0; from < rows; from += batch) {
    const contacts = Array.from({ length: Math.min(batch, rows - from) }, (_, at) => ({
      emailAddress: `person-${from + at}@company-${(from + at) % 997}.example`,
      name: `Person ${String(from + at).padStart(6, '0')}`,
    }));
    await stage.call(first.page, 'POST', '/contact/batch', contacts);
  }
  const { page, context } = await stage.open({ storageState });
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(`${stage.url}/console/${stage.orgId}/contacts?sort=name&text=Person`);
  await page.getByRole('link', { name: 'Person 000000' }).waitFor();
  for (const speed of [1500, 5000, 20_000]) {
    const { perSecond, late, cpuMs } = await scroll(page, session, speed);
    const what = `${perSecond.toFixed(0)} frames a second, ${(100 * late).toFixed(0)} % late`;
    console.log(`${rows} rows at ${speed} pixels a second: ${what}, ${cpuMs.toFixed(1)} ms of processor time a frame`);
  }
} finally {
  await stage.close();
}
