import { badRequest, type Fault } from '../../../kit/errors.ts';
import { writableField } from './apply-mapping.ts';
import type { FieldMapping } from './mapping.ts';

const isInside = (target: string, other: string): boolean =>
  target.startsWith(`${other}.`) || target.startsWith(`${other}[`);

type Claim = { code: string; message: string };

const claimOn = (target: string, other: string): Claim | undefined => {
  if (target === other) return { code: 'repeated', message: `${target} is mapped twice; leave one out` };
  const [inner, outer] = isInside(target, other) ? [target, other] : [other, target];
  if (!isInside(inner, outer)) return undefined;
  return { code: 'overlap', message: `${inner} is inside ${outer}, which is mapped too; leave one out` };
};

/** Rows that write to one field of the CRM; its names are compared without case, as Salesforce does. */
const sameField = (row: FieldMapping, other: FieldMapping): Claim | undefined => {
  const name = writableField(row);
  if (name === undefined || name.toLowerCase() !== writableField(other)?.toLowerCase()) return undefined;
  const message = `deal.${name} is written by ${other.target} too; make one of them TO_PARTNER, or pause it`;
  return { code: 'repeated', message };
};

/**
 * Refuses (400) rows that claim the same thing: a member of the document that two rows state, or a field of the CRM that two
 * rows write. Each would undo what the other did, in every synchronization, and carry the value of one member into the other.
 */
export const checkRows = (rows: readonly FieldMapping[]): void => {
  const faults: Fault[] = [];
  for (const [index, row] of rows.entries()) {
    const before = rows.slice(0, index);
    const claims = {
      target: before.map(({ target }) => claimOn(row.target, target)).find((claim) => claim !== undefined),
      source: before.map((other) => sameField(row, other)).find((claim) => claim !== undefined),
    };
    for (const [member, claim] of Object.entries(claims))
      if (claim) faults.push({ path: `fields.${index}.${member}`, ...claim });
  }
  if (faults.length > 0) throw badRequest(faults);
};
