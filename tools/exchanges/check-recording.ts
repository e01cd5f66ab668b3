import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Exchange } from '../../simulators/kit/record.ts';
import { adyenContract } from './adyen/contract.ts';
import { awsContract } from './aws/check-aws.ts';
import { azureContract } from './azure/contract.ts';
import type { Difference, PartnerCheck, PartnerContract } from './difference.ts';
import { explained } from './explained.ts';
import { googleContract } from './google/contract.ts';
import { readRecording } from './read-recording.ts';
import { stripeContract } from './stripe/contract.ts';

/** The partners' published contracts; they are stored beside the repository and are not part of it. */
const dataFolder = resolve(import.meta.dirname, '../../../shared/partners/data');

/** One contract per partner; exchanges of a simulator without one are recorded but not checked. */
const contracts: readonly PartnerContract[] = [
  awsContract,
  azureContract,
  googleContract,
  adyenContract,
  stripeContract,
];

/** A difference, how often it occurred, and an example request. */
export type Finding = Difference & { simulator: string; count: number; example: string };

export type Verdict = {
  exchanges: number;
  /** The number of checked exchanges by simulator. */
  checked: Record<string, number>;
  leftOut: number;
  findings: Finding[];
  /** Findings that the table of explained differences covers. */
  explained: number;
};

/** The adapters identify the service to the partner; tests and other clients do not. */
const isOurs = ({ requestHeaders }: Exchange): boolean =>
  /\bmarketplace-operations\b/.test(requestHeaders['user-agent'] ?? '');

/**
 * Whether a fault in a request counts. The service's own requests must always be correct. Tests also send wrong
 * requests on purpose, to be refused. Theirs count only if the simulator accepted them, which the partner would not
 * have done.
 */
const countsRequest = (exchange: Exchange): boolean =>
  isOurs(exchange) || (exchange.status > 0 && exchange.status < 400);

const keyOf = (simulator: string, { operation, side, at, rule }: Omit<Difference, 'detail'>): string =>
  [simulator, operation, side, at, rule].join(' | ');

/** Checks the exchanges of a recording against the partners' contracts. `checks` is keyed by the simulator's name. */
export const checkRecording = async (folder: string, checks: ReadonlyMap<string, PartnerCheck>): Promise<Verdict> => {
  const verdict: Verdict = { exchanges: 0, checked: {}, leftOut: 0, findings: [], explained: 0 };
  const findings = new Map<string, Finding>();
  const known = new Set(explained.map((one) => keyOf(one.simulator, one)));
  const note = (count: number): void => {
    verdict.leftOut += count;
  };
  for await (const exchange of readRecording(folder, note)) {
    verdict.exchanges += 1;
    const check = checks.get(exchange.simulator);
    if (!check) continue;
    verdict.checked[exchange.simulator] = (verdict.checked[exchange.simulator] ?? 0) + 1;
    for (const difference of check(exchange)) {
      if (difference.side === 'request' && !countsRequest(exchange)) continue;
      const key = keyOf(exchange.simulator, difference);
      const finding = findings.get(key);
      if (finding) finding.count += 1;
      else {
        const example = `${exchange.method} ${exchange.path} answered ${exchange.status} at ${exchange.time}`;
        findings.set(key, { ...difference, simulator: exchange.simulator, count: 1, example });
      }
    }
  }
  for (const [key, finding] of findings) {
    if (known.has(key)) verdict.explained += 1;
    else verdict.findings.push(finding);
  }
  return verdict;
};

const print = ({ exchanges, checked, leftOut, findings, explained: expected }: Verdict, seconds: string): void => {
  const counts = Object.entries(checked).map(([simulator, count]) => `${simulator} ${count}`);
  for (const { simulator, operation, side, at, rule, detail, count, example } of findings) {
    console.log(`  DIFFERS  ${simulator} › ${operation}, ${side}${at === '' ? '' : `, ${at}`}: ${rule} (${count}×)`);
    console.log(`           ${detail}\n           ${example}`);
  }
  const more = leftOut > 0 ? `, ${leftOut} too large to be recorded` : '';
  console.log(
    `exchanges with partners: ${exchanges} recorded${more}; checked ${counts.join(', ') || 'none'}; ` +
      `${findings.length} unexplained differences, ${expected} explained (${seconds} s)`,
  );
};

/** Checks a folder of recordings and prints the differences; returns whether there are none. */
export const checkFolder = async (folder: string): Promise<boolean> => {
  const began = performance.now();
  const checks = new Map(contracts.map(({ simulator, load }) => [simulator, load(dataFolder)]));
  const verdict = await checkRecording(folder, checks);
  print(verdict, ((performance.now() - began) / 1000).toFixed(1));
  return verdict.findings.length === 0;
};

/** A temporary folder to record to. `check` prints the differences and returns whether there are none. */
export type Recording = { folder: string; check(): Promise<boolean>; discard(): void };

/** Begins a recording. Returns null, and prints a line, if there are no contracts to check against. */
export const beginRecording = async (): Promise<Recording | null> => {
  if (!existsSync(dataFolder)) {
    console.log(`exchanges with partners: not checked, there is no ${dataFolder}`);
    return null;
  }
  const folder = await mkdtemp(join(tmpdir(), 'mos-exchanges-'));
  return {
    folder,
    check: () => checkFolder(folder),
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
};
