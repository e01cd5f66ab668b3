import type { z } from 'zod';

/** A list, or an object, is left at its first member that does not fit: Zod keeps every fault otherwise, however many there are. */
const atFirstFault: z.core.ParseContext<z.core.$ZodIssue> & Pick<z.core.ParseContextInternal, 'abortEarly'> = {
  abortEarly: true,
};

const faultsShown = 20;

/** What a schema reads of a partner's answer, or why the answer does not fit it. */
export const readAnswer = <Shape extends z.ZodType>(
  shape: Shape,
  said: unknown,
): { answer: z.output<Shape> } | { why: string } => {
  const read = shape.safeParse(said, atFirstFault);
  if (read.success) return { answer: read.data };
  const faults = read.error.issues.slice(0, faultsShown);
  return { why: faults.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') };
};
