import { type Big, big, type Decimal } from '../../../kit/decimal.ts';

type Span = { start: Date; end: Date };

const lengthOf = ({ start, end }: Span): number => end.getTime() - start.getTime();

/** The share of an amount that falls into a part of a span, by time. Not rounded. */
export const shareOf = (amount: Decimal | Big, part: Span, whole: Span): Big =>
  lengthOf(part) === lengthOf(whole) ? big(amount) : big(amount).times(lengthOf(part)).div(lengthOf(whole));
