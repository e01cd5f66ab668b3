import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { daysAround, readGroups, readReportRows } from './demo/books.ts';
import { planDealKills, planKills, runUnderKills, runWithKills } from './demo/chaos.ts';
import { createSimulator, type Patience, type Simulator } from './demo/client.ts';
import { type Comparison, compareBooks, type Identity } from './demo/compare.ts';
import { runCommission } from './demo/cosell/commission.ts';
import { runCoSell } from './demo/cosell/cosell.ts';
import { type Connection, connect } from './demo/credentials.ts';
import { findProduct, makeDeal } from './demo/deal.ts';
import { disconnectOthers } from './demo/deals/accounts.ts';
import { dealPartners, runDeals } from './demo/deals/deals.ts';
import { createLedger } from './demo/ledger.ts';
import { markets } from './demo/markets.ts';
import { runMoney } from './demo/money/money.ts';
import { clearOfMonthEnd } from './demo/month.ts';
import { runMonthEnd } from './demo/month-end/month-end.ts';
import { createNarrator, type Narrator } from './demo/narrate.ts';
import { readStrictly } from './demo/read-strictly.ts';
import { createService, type Service } from './demo/service.ts';
import { runStory } from './demo/story/story.ts';
import { planUsage } from './demo/usage-plan.ts';
import { countWaiting, type Meter, runWeek, type Week, type WeekCounts } from './demo/week.ts';
import { beginRecording } from './exchanges/check-recording.ts';

// Starts the service with simulated partners and, as a client of its public API, follows one deal on every notification channel, runs deals
// with each partner, co-sells, crosses a month end at three marketplaces and follows its money, and reports a week of usage. Compares the client's book with the service's and the marketplace's, and reads everything as a strict
// client. Exits with 0 if every step of the deals had the expected result, no unit is missing, every response matches
// the document, and every exchange with a partner matches the partner's published contract.

const usage = `npm run demo [-- options]
  --hours N        hours of usage at AWS, 168 when absent; 0: none
  --story S        on: one deal at AWS, told by mail, in Slack and Teams, to a webhook and in a stream, each event once; off; on when absent (chaos: off)
  --deals LIST     the partners with which deals are made, such as AWS,STRIPE; none; all when absent (chaos: none)
  --cosell C       on: deals that are sold together with AWS and AZURE, from a CRM, and with a partner organization; off; on when absent (chaos: off)
  --month-end M    on: usage at AWS, AZURE and GCP around the end of a month; off; on when absent (chaos: off)
  --chaos SEED     chance decides what happens, and the service is killed (SIGKILL) about twelve times in the week of usage, and
                   every few seconds in the chapters that are named beside it (deals, cosell, month-end)
  --seeds A..B     one chaos run for each seed from A to B, one line each
  --keep           keep the folder with the data and the service's log`;

type Run = {
  seed: string;
  chaos: boolean;
  deals: readonly string[];
  story: boolean;
  coSell: boolean;
  monthEnd: boolean;
  hours: number;
  keep: boolean;
  quiet: boolean;
};

const hourMs = 3_600_000;
const seedPattern = /^[\w.-]{1,16}$/;
const toldWithinMs = 60_000;
/** With repeated kills, a step may span several restarts of the service. */
const killedWaitMs = 180_000;
const logLines = 60;

/** Chaos runs only the one deal that the week of usage needs. */
const readDeals = (text: string): readonly string[] => {
  if (text === 'all') return dealPartners;
  const named = text === 'none' ? [] : text.toUpperCase().split(',');
  const unknown = named.filter((name) => !dealPartners.includes(name));
  if (unknown.length > 0) throw new Error(`--deals names ${unknown.join(', ')}; known are ${dealPartners.join(', ')}`);
  return named;
};

const readArguments = (): Run[] => {
  const { values } = parseArgs({
    options: {
      hours: { type: 'string', default: '168' },
      deals: { type: 'string' },
      story: { type: 'string' },
      cosell: { type: 'string' },
      'month-end': { type: 'string' },
      chaos: { type: 'string' },
      seeds: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const hours = Number(values.hours);
  if (!Number.isInteger(hours) || hours < 0 || hours > 1000)
    throw new Error('--hours is a whole number from 0 to 1000');
  const isChaos = values.seeds !== undefined || values.chaos !== undefined;
  const isOn = (name: 'story' | 'cosell' | 'month-end'): boolean => {
    const chosen = values[name] ?? (isChaos ? 'off' : 'on');
    if (chosen !== 'on' && chosen !== 'off') throw new Error(`--${name} is on or off`);
    return chosen === 'on';
  };
  const chapters = { story: isOn('story'), coSell: isOn('cosell'), monthEnd: isOn('month-end') };
  const common = { hours, ...chapters, keep: values.keep };
  if (values.seeds !== undefined) {
    const [, first, last] = /^(\d{1,6})\.\.(\d{1,6})$/.exec(values.seeds) ?? [];
    if (!first || !last || Number(first) > Number(last)) throw new Error('--seeds is two whole numbers like 1..5');
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, index) => ({
      ...common,
      seed: String(Number(first) + index),
      chaos: true,
      deals: [],
      quiet: true,
    }));
  }
  if (values.chaos !== undefined && !seedPattern.test(values.chaos)) {
    throw new Error('a seed has 1 to 16 letters, digits, dots, dashes');
  }
  const deals = readDeals(values.deals ?? (isChaos ? 'none' : 'all'));
  return [{ ...common, seed: values.chaos ?? 'story', chaos: isChaos, deals, quiet: false }];
};

/**
 * Advances the clock until no usage waits to be submitted. Usage that still waits after a minute shows up in the
 * comparison.
 */
const waitUntilTold = async (week: Week): Promise<void> => {
  const until = performance.now() + toldWithinMs;
  while ((await countWaiting(week, () => true)) > 0 && performance.now() < until) {
    await sleep(250);
    await week.simulator.advanceTo((await week.simulator.now()) + 60_000);
  }
};

const showComparison = ({ identities, findings }: Comparison, { say, table }: Narrator): void => {
  const columns = ['accepted', 'told', 'carried', 'pending', 'failed', 'invalid', 'difference'] as const;
  table([
    ['dimension', ...columns],
    ...identities.map((identity) => [identity.dimension, ...columns.map((column) => identity[column].toFixed())]),
  ]);
  for (const finding of findings.slice(0, 40)) say(`WRONG: ${finding}`);
  if (findings.length > 40) say(`… and ${findings.length - 40} more`);
};

type Outcome = {
  /** Findings from the steps of the deals, the end of the month and the strict client. */
  findings: string[];
  comparison: Comparison;
  counts: WeekCounts;
  repeated: number;
};

type Place = { service: Service; connection: Connection; simulator: Simulator; narrator: Narrator };

/** A private offer at AWS, and a week of its usage. */
const tellWeek = async (place: Place, run: Run): Promise<Pick<Outcome, 'comparison' | 'counts'>> => {
  const { service, simulator, narrator } = place;
  const { api, organizationId } = place.connection;
  const { chapter, say } = narrator;
  chapter('The product comes from the marketplace');
  const product = await findProduct(api, narrator);

  chapter('A private offer becomes an entitlement');
  await simulator.advanceTo(clearOfMonthEnd(await simulator.now(), run.hours));
  const dealKills = run.chaos ? planDealKills(run.seed) : [];
  for (const { afterMs } of dealKills) say(`the service is killed after ${afterMs} ms`);
  const deal = await runWithKills(service, dealKills, () => makeDeal(api, simulator, narrator, product));

  chapter(`${run.hours} hours of usage${run.chaos ? `, chaos ${run.seed}` : ''}`);
  const start = Math.ceil(Math.max(Date.parse(deal.startTime), await simulator.now()) / hourMs) * hourMs;
  const { entitlementId, dimensions } = deal;
  const market = markets.AWS;
  const { hours } = run;
  const plan = planUsage({ seed: run.seed, hours, dimensions, chaos: run.chaos, market });
  const meter: Meter = { market, entitlementId, ledger: createLedger(), plan };
  const kills = run.chaos ? planKills(run.seed, hours) : [];
  const week: Week = { api, simulator, service, narrator, organizationId, start, hours, meters: [meter], kills };
  const counts = await runWeek(week);
  counts.kills += dealKills.length;

  chapter('All usage is submitted, and the books are compared');
  // The last hour has settled, and so has the hour into which late usage was moved.
  await simulator.advanceTo(start + (hours + 2) * hourMs);
  await waitUntilTold(week);
  const days = daysAround(start, await simulator.now());
  const comparison = compareBooks({
    accepted: meter.ledger.entries(),
    unanswered: meter.ledger.unanswered(),
    groups: await readGroups(api, entitlementId, days),
    rows: await readReportRows(api, entitlementId, days),
    journal: await market.readJournal(simulator, deal.agreementId),
  });
  showComparison(comparison, narrator);
  return { comparison, counts };
};

const addCounts = (one: WeekCounts, other: WeekCounts): WeekCounts => ({
  groups: one.groups + other.groups,
  late: one.late + other.late,
  repeated: one.repeated + other.repeated,
  counted409: one.counted409 + other.counted409,
  faults: one.faults + other.faults,
  kills: one.kills + other.kills,
});

const tellStory = async (run: Run, service: Service, narrator: Narrator): Promise<Outcome> => {
  const { chapter, say } = narrator;
  const patience: Patience = { patienceMs: 90_000, giveUp: service.crashed };

  chapter('The service starts, and the client gets its token');
  await service.start();
  const connections = await connect(service, patience);
  const [connection] = connections.organizations;
  const { api, name } = connection;
  const simulator = createSimulator(service.simulatorUrl, connections.simulatorToken, patience);
  // AWS counts calls per second of wall time, but an hour of the story lasts half a second: most reads would be
  // throttled.
  await simulator.post('/control/aws/settings', { quotas: false });
  const organizations = await api.readOutside<{ id: string; name: string }[]>('/org');
  say(`API ${service.apiUrl}, simulated marketplace ${service.simulatorUrl}`);
  say(`organizations: ${organizations.map((one) => `${one.name} (${one.id})`).join(', ')}; at work for ${name}`);

  const deals = { service, connections, simulator, narrator, ...(run.chaos ? { waitMs: killedWaitMs } : {}) };
  const storyFindings = run.story ? await runStory(deals) : [];
  let counts: WeekCounts = { groups: 0, late: 0, repeated: 0, counted409: 0, faults: 0, kills: 0 };
  /** One chapter: with chaos, while the service is killed again and again. */
  const live = async <T>(name: string, chapter: () => Promise<T>): Promise<T> => {
    if (!run.chaos) return chapter();
    const { result, kills } = await runUnderKills(service, `${name} ${run.seed}`, chapter);
    counts.kills += kills;
    return result;
  };
  const dealFindings = run.deals.length === 0 ? [] : await live('deals', () => runDeals(deals, run.deals));
  const place = { service, connection, simulator, narrator };
  const findings = [
    ...storyFindings,
    ...dealFindings,
    ...(run.coSell
      ? await live('cosell', async () => [...(await runCoSell(deals)), ...(await runCommission(deals))])
      : []),
  ];
  const identities: Identity[] = [];
  if (run.monthEnd) {
    await disconnectOthers(connections, [Object.keys(markets)]);
    const month = await live('month', () => runMonthEnd(place, run));
    findings.push(...month.findings);
    identities.push(...month.identities);
    counts = addCounts(counts, month.counts);
    findings.push(...(await live('money', () => runMoney(place, month.purchases))));
  }
  await disconnectOthers(connections, [['AWS'], ['AWS']]);
  const week = run.hours > 0 ? await tellWeek(place, run) : undefined;
  if (week) counts = addCounts(counts, week.counts);

  chapter('A strict client reads all of it');
  findings.push(...(await readStrictly(connections.organizations, narrator)));
  const comparison: Comparison = {
    identities: [...identities, ...(week?.comparison.identities ?? [])],
    findings: week?.comparison.findings ?? [],
  };
  return { findings, comparison, counts, repeated: api.counts.repeated };
};

const summaryOf = ({ findings, comparison, counts, repeated }: Outcome): string => {
  const difference = comparison.identities
    .map((identity) => identity.difference.toFixed())
    .filter((text) => text !== '0');
  return [
    `${counts.groups} groups`,
    `${counts.late} late`,
    `${counts.repeated} repeated`,
    `${counts.faults} faults`,
    `${counts.kills} kills`,
    `${repeated} calls sent again`,
    `${findings.length + comparison.findings.length} findings`,
    `difference ${difference.length === 0 ? '0' : difference.join(' ')}`,
  ].join(', ');
};

/** One run, from an empty folder to the verdict. */
const runOnce = async (run: Run): Promise<boolean> => {
  const began = performance.now();
  const narrator = createNarrator(run.quiet);
  const recording = await beginRecording();
  const service = await createService(recording?.folder ?? null);
  const leave = async (): Promise<void> => {
    await service.stop();
    recording?.discard();
    if (run.keep) process.stdout.write(`kept: ${service.folder}\n`);
    else service.removeFolder();
  };
  const interrupt = (): void => void leave().then(() => process.exit(130));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const title = run.chaos ? `chaos ${run.seed}` : 'demo';
  try {
    const outcome = await tellStory(run, service, narrator);
    // The service flushes its recording when it ends.
    await service.stop();
    const isAsPublished = recording === null || (await recording.check());
    const isGood = isAsPublished && outcome.findings.length + outcome.comparison.findings.length === 0;
    process.stdout.write(`${title}: ${isGood ? 'good' : 'WRONG'}, ${summaryOf(outcome)} (${seconds()})\n`);
    if (!isGood && run.quiet) showComparison(outcome.comparison, createNarrator(false));
    return isGood;
  } catch (error) {
    process.stdout.write(`${title}: FAILED, ${(error as Error).message} (${seconds()})\n`);
    process.stdout.write(`the service's log ends with:\n${service.logTail(logLines)}\n`);
    return false;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await leave();
  }
};

const main = async (): Promise<void> => {
  let runs: Run[];
  try {
    runs = readArguments();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}\n`);
    process.exitCode = 2;
    return;
  }
  let good = 0;
  for (const run of runs) if (await runOnce(run)) good += 1;
  if (runs.length > 1) process.stdout.write(`${good} of ${runs.length} good\n`);
  process.exitCode = good === runs.length ? 0 : 1;
};

await main();
