import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { Refusal } from '../../../../kit/errors.ts';
import { inTurns } from '../../../../kit/yield-to-others.ts';
import type { DayRate, ExchangeRateTable } from '../exchange-rate.ts';
import { type GivenRates, readingDayRates } from '../read-rates.ts';
import type { ExchangeRateTable as ExchangeRateTableShape, ReplaceExchangeRatesParams } from '../schema.ts';
import { tablesMax } from '../schema.ts';
import { findAnyTable, lockTables, saveTable, selectRates, selectTables } from '../store.ts';
import { coverageOf, viewTable } from '../view.ts';

/** How many rates are hashed before other work may be done. */
const pieceOfRates = 500;

const digesting = function* (currency: string, rates: readonly DayRate[]): Generator<void, Buffer> {
  const hash = createHash('sha256').update(currency);
  for (let start = 0; start < rates.length; start += pieceOfRates) {
    const piece = rates.slice(start, start + pieceOfRates);
    hash.update(piece.map(({ day, currency: of, rate }) => `\n${day} ${of} ${rate}`).join(''));
    yield;
  }
  return hash.digest();
};

/** What the audit row says of a table: a digest instead of thousands of rates. */
const recorded = (table: ExchangeRateTable, rates: readonly DayRate[]) => ({
  ...viewTable(table, coverageOf(rates)),
  digest: table.digest.toString('hex'),
});

/**
 * Creates a table of exchange rates, or replaces all of its rates; without any, it is shown no more. The same content
 * again changes nothing. Emits exchange_rate.updated. Throws 409 for one table too many.
 */
export const replaceExchangeRates = async (
  call: ActCall,
  { query, body }: { query: z.output<typeof ReplaceExchangeRatesParams>; body: GivenRates },
): Promise<z.input<typeof ExchangeRateTableShape>> => {
  const { rateTable: name, currency } = query;
  const rates = await inTurns(readingDayRates(body, currency));
  const digest = await inTurns(digesting(currency, rates));
  await lockTables(call.db);
  const old = await findAnyTable(call.db, name);
  const isShown = old !== undefined && old.rates > 0;
  if (isShown ? old.digest.equals(digest) : rates.length === 0) {
    const time = old?.last_update_time ?? call.now;
    return viewTable(
      { name, currency, rates: rates.length, digest, last_update_time: time, version: 1 },
      coverageOf(rates),
    );
  }
  if (!isShown && rates.length > 0 && (await selectTables(call.db)).length >= tablesMax)
    throw new Refusal(
      'Conflict',
      `There are ${tablesMax} tables already. Replace one, or empty one that you no longer need.`,
    );
  const next: ExchangeRateTable = {
    ...{ name, currency, rates: rates.length, digest, last_update_time: call.now },
    version: (old?.version ?? 0) + 1,
  };
  const before = isShown ? recorded(old, await selectRates(call.db, name)) : null;
  await saveTable(call.db, next, rates);
  call.recordChange({
    type: 'config',
    id: `exchangeRate.${name}`,
    before,
    after: recorded(next, rates),
    version: next.version,
    events: ['exchange_rate.updated'],
  });
  return viewTable(next, coverageOf(rates));
};
