import { joinWithOr } from '../../kit/join-words.ts';
import type { DocumentFault, ReferralStage } from './port.ts';

/**
 * The fault of a document that moves a deal to a stage that the partner does not let follow. A stage that either
 * document does not state is not judged.
 */
export const mayFollow = (
  from: ReferralStage | undefined,
  next: ReferralStage | undefined,
  stagesAfter: (stage: ReferralStage) => readonly ReferralStage[],
  word: (stage: ReferralStage) => string,
  path: string,
): DocumentFault[] => {
  if (!from || !next || from === next) return [];
  const allowed = stagesAfter(from);
  if (allowed.includes(next)) return [];
  const message =
    allowed.length === 0
      ? `must stay ${word(from)}: the deal is closed there`
      : `cannot follow ${word(from)}; it must be ${joinWithOr(allowed.map(word))}`;
  return [{ path, code: 'stage', message }];
};
