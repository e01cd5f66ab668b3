import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { countWaiting, daysAround, readGroups, readJournal, readReportRows } from './demo/books.ts';
import { planDealKills, planKills, runWithKills } from './demo/chaos.ts';
import { type ApiClient, createSimulator, type Patience, type Simulator } from './demo/client.ts';
import { type Comparison, compareBooks } from './demo/compare.ts';
import { connect } from './demo/credentials.ts';
import { type Deal, findProduct, makeDeal } from './demo/deal.ts';
import { disconnectOthers } from './demo/deals/accounts.ts';
import { dealPartners, liveDeals } from './demo/deals/deals.ts';
import { createLedger, type Ledger } from './demo/ledger.ts';
import { clearOfMonthEnd } from './demo/month.ts';
import { createNarrator, type Narrator } from './demo/narrate.ts';
import { readStrictly } from './demo/read-strictly.ts';
import { createService, type Service } from './demo/service.ts';
import { planUsage } from './demo/usage-plan.ts';
import { runWeek, type WeekCounts } from './demo/week.ts';
import { beginRecording } from './exchanges/check-recording.ts';

// Starts the service with simulated partners and, as a client of its public API, runs deals with each of them and a
// week of usage. Compares the client's book with the service's and the marketplace's, and reads everything as a strict
// client. Exits with 0 if every step of the deals had the expected result, no unit is missing, every response matches
// the document, and every exchange with a partner matches the partner's published contract.

const usage = `npm run demo [-- options]
  --hours N        hours of usage, 168 when absent
  --deals LIST     the partners with which deals are made first, such as AWS,STRIPE; none; all when absent (chaos: none)
  --chaos SEED     chance decides what happens, and the service is killed (SIGKILL) about twelve times
  --seeds A..B     one chaos run for each seed from A to B, one line each
  --keep           keep the folder with the data and the service's log`;

type Run = { seed: string; chaos: boolean; deals: readonly string[]; hours: number; keep: boolean; quiet: boolean };

const hourMs = 3_600_000;
const seedPattern = /^[\w.-]{1,16}$/;
const toldWithinMs = 60_000;
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
      deals: { type: 'string', default: 'all' },
      chaos: { type: 'string' },
      seeds: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const hours = Number(values.hours);
  if (!Number.isInteger(hours) || hours < 1 || hours > 1000)
    throw new Error('--hours is a whole number from 1 to 1000');
  const common = { hours, keep: values.keep };
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
  const deals = readDeals(values.deals);
  if (values.chaos !== undefined) return [{ ...common, seed: values.chaos, chaos: true, deals: [], quiet: false }];
  return [{ ...common, seed: 'story', chaos: false, deals, quiet: false }];
};

/**
 * Advances the clock until no usage waits to be submitted. Usage that still waits after a minute shows up in the
 * comparison.
 */
const waitUntilTold = async (api: ApiClient, simulator: Simulator, deal: Deal, start: number): Promise<void> => {
  const until = performance.now() + toldWithinMs;
  for (;;) {
    const now = await simulator.now();
    const waiting = await countWaiting(api, deal.entitlementId, daysAround(start, now), Number.POSITIVE_INFINITY);
    if (waiting === 0 || performance.now() > until) return;
    await sleep(250);
    await simulator.advanceTo(now + 60_000);
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
  /** Findings from the steps of the deals and from the strict client. */
  findings: string[];
  comparison: Comparison;
  counts: WeekCounts;
  repeated: number;
};

const tellStory = async (run: Run, service: Service, narrator: Narrator): Promise<Outcome> => {
  const { chapter, say } = narrator;
  const patience: Patience = { patienceMs: 90_000, giveUp: service.crashed };

  chapter('The service starts, and the client gets its token');
  await service.start();
  const connections = await connect(service, patience);
  const { api, organizationId, name } = connections.organizations[0];
  const simulator = createSimulator(service.simulatorUrl, connections.simulatorToken, patience);
  // AWS counts calls per second of wall time, but an hour of the story lasts half a second: most reads would be
  // throttled.
  await simulator.post('/control/aws/settings', { quotas: false });
  const organizations = await api.readOutside<{ id: string; name: string }[]>('/org');
  say(`API ${service.apiUrl}, simulated marketplace ${service.simulatorUrl}`);
  say(`organizations: ${organizations.map((one) => `${one.name} (${one.id})`).join(', ')}; at work for ${name}`);

  const place = { service, connections, simulator, narrator };
  const dealFindings = run.deals.length === 0 ? [] : await liveDeals(place, run.deals);
  await disconnectOthers(connections, 'AWS');

  chapter('The product comes from the marketplace');
  const product = await findProduct(api, narrator);

  chapter('A private offer becomes an entitlement');
  await simulator.advanceTo(clearOfMonthEnd(await simulator.now(), run.hours));
  const dealKills = run.chaos ? planDealKills(run.seed) : [];
  for (const { afterMs } of dealKills) say(`the service is killed after ${afterMs} ms`);
  const deal = await runWithKills(service, dealKills, () => makeDeal(api, simulator, narrator, product));

  chapter(`${run.hours} hours of usage${run.chaos ? `, chaos ${run.seed}` : ''}`);
  const ledger: Ledger = createLedger();
  const start = Math.ceil(Math.max(Date.parse(deal.startTime), await simulator.now()) / hourMs) * hourMs;
  const { entitlementId, dimensions } = deal;
  const plan = planUsage({ seed: run.seed, hours: run.hours, dimensions, chaos: run.chaos });
  const kills = run.chaos ? planKills(run.seed, run.hours) : [];
  const week = { api, simulator, service, ledger, narrator, organizationId, entitlementId, start, plan, kills };
  const counts = await runWeek(week);
  counts.kills += dealKills.length;

  chapter('All usage is submitted, and the books are compared');
  // The last hour has settled, and so has the hour into which late usage was moved.
  await simulator.advanceTo(start + (run.hours + 2) * hourMs);
  await waitUntilTold(api, simulator, deal, start);
  const days = daysAround(start, await simulator.now());
  const comparison = compareBooks({
    accepted: ledger.entries(),
    unanswered: ledger.unanswered(),
    groups: await readGroups(api, entitlementId, days),
    rows: await readReportRows(api, entitlementId, days),
    journal: await readJournal(simulator, deal.agreementId),
  });
  showComparison(comparison, narrator);

  chapter('A strict client reads all of it');
  const readFindings = await readStrictly(connections.organizations, narrator);
  return { findings: [...dealFindings, ...readFindings], comparison, counts, repeated: api.counts.repeated };
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
