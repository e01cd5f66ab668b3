import { badRequest, type Fault } from '../../../kit/errors.ts';
import { yieldIfLong } from '../../../kit/yield-to-others.ts';
import { checkExpression } from './expression.ts';

/**
 * Refuses (400) expressions that mappings do not have. They are parsed one by one, and other work runs in between: two
 * hundred of a thousand characters take most of a second.
 */
export const checkExpressions = async (rows: readonly { expression?: string | undefined }[]): Promise<void> => {
  const faults: Fault[] = [];
  for (const [index, { expression }] of rows.entries()) {
    const message = expression === undefined ? null : checkExpression(expression);
    if (message !== null) faults.push({ path: `fields.${index}.expression`, code: 'expression', message });
    await yieldIfLong();
  }
  if (faults.length > 0) throw badRequest(faults);
};
