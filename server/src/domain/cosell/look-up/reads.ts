import type { z } from 'zod';
import type { CoSell, CoSellAccess, CoSellPartner, SolutionRead } from '../../../adapters/cosell/port.ts';
import type { AskCall } from '../../../contract/call.ts';
import { openCoSell } from '../../organization/connection/actions/open-cosell.ts';
import type { SearchPartnerParams } from './schema.ts';

const limitMax = 100;
const standardLimit = 20;

/** A limit above the maximum is read as the maximum (domain-rules.md 8). */
const limitOf = (given: string | undefined): number => Math.min(given ? Number(given) : standardLimit, limitMax);

/** Asks a co-sell account for a list; without a connected account there is nothing to find. */
const ask = async <T>(
  call: AskCall,
  partner: CoSellPartner,
  question: (coSell: CoSell, access: CoSellAccess) => Promise<T[]> | undefined,
): Promise<T[]> => {
  const account = await openCoSell(call, partner);
  if (!account) return [];
  return call.gateway.askCoSell(account, call, async (coSell, access) => (await question(coSell, access)) ?? []);
};

/** Partners that are connected at AWS Partner Central, by a part of their name. */
export const searchAwsPartner = (call: AskCall, { query }: { query: z.output<typeof SearchPartnerParams> }) => {
  const limit = limitOf(query.limit);
  return ask(call, 'AWS', (coSell, access) => coSell.searchPartners?.(access, query.query, limit));
};

const lookUp =
  (kind: SolutionRead['solutionType']) =>
  (call: AskCall, { params }: { params: { searchTerm: string } }) =>
    ask(call, 'AZURE', (coSell, access) => coSell.searchSolutions?.(access, kind, params.searchTerm));

/** Solutions of Microsoft itself, by a part of their name. */
export const lookupMicrosoftSolutions = lookUp('MICROSOFT');

/** Solutions of other publishers, by a part of their name. */
export const lookupThirdPartySolutions = lookUp('THIRD_PARTY');
