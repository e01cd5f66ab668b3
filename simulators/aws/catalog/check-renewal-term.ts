import type { Term } from '../state.ts';
import { businessError } from './change-rule.ts';

/** UpdateRenewalTerms: checks that periods, range and schedule of a renewal term are consistent. */
export const checkRenewalTerm = (term: Term, isPrivate: boolean): void => {
  const increase = term.PriceIncrease as { Type: string; Range?: Record<string, string> } | undefined;
  const days = (field: string): number => Number(/^P(\d+)D$/.exec(String(term[field] ?? 'P0D'))?.[1] ?? 0);
  if (isPrivate && !increase) {
    throw businessError(['MISSING_PRICE_INCREASE', 'The renewal term of a private offer names a price increase.']);
  }
  const isRange = increase?.Type === 'PercentageRange';
  if (isRange && term.AdjustmentDeadline === undefined) {
    throw businessError(['MISSING_ADJUSTMENT_DEADLINE', 'A percentage range needs an AdjustmentDeadline.']);
  }
  if (isRange !== (term.AdjustmentDeadline !== undefined)) {
    throw businessError([
      'INVALID_ADJUSTMENT_DEADLINE',
      'AdjustmentDeadline goes with a percentage range and only with it.',
    ]);
  }
  if (isRange && days('AdjustmentDeadline') < days('LockoutPeriod') + 1) {
    throw businessError([
      'INVALID_ADJUSTMENT_DEADLINE',
      'AdjustmentDeadline has to be at least one day longer than LockoutPeriod.',
    ]);
  }
  if (increase?.Range) {
    const [least, most, usual] = ['MinValue', 'MaxValue', 'DefaultValue'].map((field) =>
      Number(increase.Range?.[field]),
    );
    if (
      !(
        least !== undefined &&
        most !== undefined &&
        usual !== undefined &&
        least < most &&
        least <= usual &&
        usual <= most
      )
    ) {
      throw businessError(['INVALID_PERCENTAGE_RANGE', 'MinValue < MaxValue, and DefaultValue lies between them.']);
    }
  }
  const template = (term.TermTemplates as { Schedule: TemplateCharge[] }[] | undefined)?.[0];
  checkOffsets(template?.Schedule ?? []);
  const sum = template?.Schedule.reduce((total, entry) => total + Math.round(Number(entry.ChargePercentage) * 100), 0);
  if (sum !== undefined && sum !== 10_000) {
    throw businessError(['INVALID_CHARGE_PERCENTAGES', 'The percentages of the schedule template sum to 100.']);
  }
};

type TemplateCharge = { ChargeDateOffset: string; ChargePercentage: string; DayOfMonth?: number };

/** No two charges may have the same date (AWS Catalog API, UpdateRenewalTerms). */
const checkOffsets = (schedule: TemplateCharge[]): void => {
  const places = schedule.map(({ ChargeDateOffset, DayOfMonth }) => `${ChargeDateOffset}/${DayOfMonth ?? ''}`);
  if (new Set(places).size < places.length) {
    const message = 'Provide unique ChargeDateOffset and DayOfMonth combinations in PaymentScheduleTermTemplate.';
    throw businessError(['DUPLICATE_CHARGE_DATE_OFFSETS', message]);
  }
};
