/** The expected result of a step of a deal, and what the API or the partner actually showed. */
export type Step = { partner: string; deal: string; step: string; wanted: string; shown: string };

const shownMax = 26;

const shorten = (text: string): string => (text.length > shownMax ? `${text.slice(0, shownMax - 1)}…` : text);

const isWrong = ({ wanted, shown }: Step): boolean => wanted !== shown;

const placeOf = ({ deal, step }: Step): string => `${deal}: ${step}`;

/** Every mismatch, with the expected and the actual result. */
export const findingsOf = (steps: readonly Step[]): string[] =>
  steps.filter(isWrong).map((step) => `${step.partner}, ${placeOf(step)} showed ${step.shown} and not ${step.wanted}`);

/**
 * The steps as a table: a row for each step of each deal, a column for each partner, in order of first appearance. A
 * mismatch begins with "!"; a partner without a step has an empty cell.
 */
export const tableOf = (steps: readonly Step[]): string[][] => {
  const partners = [...new Set(steps.map(({ partner }) => partner))];
  const places = orderOf(partners.map((partner) => steps.filter((step) => step.partner === partner).map(placeOf)));
  const cell = (place: string, partner: string): string => {
    const found = steps.findLast((step) => step.partner === partner && placeOf(step) === place);
    if (!found) return '';
    return isWrong(found) ? `! ${shorten(found.shown)}` : shorten(found.shown);
  };
  return [['step', ...partners], ...places.map((place) => [place, ...partners.map((partner) => cell(place, partner))])];
};

/**
 * Merges the lists into one that keeps the order of each: additions of a later list follow the item that they came
 * after.
 */
const orderOf = (lists: readonly (readonly string[])[]): string[] => {
  const order: string[] = [];
  for (const list of lists) {
    let at = 0;
    for (const place of list) {
      const known = order.indexOf(place);
      if (known < 0) order.splice(at, 0, place);
      at = (known < 0 ? at : known) + 1;
    }
  }
  return order;
};
