import { isDocumentError } from '../../../adapters/documents/port.ts';
import { isPartnerError } from '../../../adapters/partner-error.ts';
import type { AskCall } from '../../../contract/call.ts';
import { Refusal, requireFound } from '../../../kit/errors.ts';
import { offerIs } from '../states.ts';
import { findOffer } from '../store.ts';
import { type EulaSide, eulaOf } from './eula.ts';
import { keepEula, linkEula } from './keep-eula.ts';

type Input = { params: { offerId: string } };

/**
 * The error for a document that cannot be fetched: its server is unavailable (502), or the offer must be changed (409).
 */
const refusalOf = (error: unknown): unknown => {
  if (isDocumentError(error)) {
    const { code, message, source } = error;
    const fault = { path: source?.path ?? 'info', code, message };
    return error.retryable
      ? new Refusal('3rdPartyError', message, { code, message, path: fault.path })
      : new Refusal('Conflict', message, { faults: [fault] });
  }
  if (isPartnerError(error)) return new Refusal('ServiceUnavailable', 'The file storage does not respond; try again.');
  if (error instanceof Error && error.name === 'TimeoutError')
    return new Refusal('3rdPartyError', 'The documents of the EULA did not arrive in time; try again.', {
      code: 'TIMEOUT',
      message: error.message,
    });
  return error;
};

const readEula = async (call: AskCall, { params }: Input, side: EulaSide): Promise<string> => {
  const offer = requireFound(await findOffer(call.db, params.offerId), 'offer');
  try {
    // The documents of a draft are fetched again, so that the result is what a submission would send.
    const options = { fresh: offerIs.draft(offer.status), signal: call.signal };
    const kept = await keepEula(call.documents, call.orgId, offer, side, options);
    if (kept) return await linkEula(call.documents, kept);
  } catch (error) {
    throw refusalOf(error);
  }
  const eula = eulaOf(offer, side);
  throw new Refusal('NotFound', eula.kind === 'none' ? eula.reason : 'The offer has no EULA.');
};

export const getOfferEula = (call: AskCall, input: Input): Promise<string> => readEula(call, input, 'buyer');

export const getOfferResellerEula = (call: AskCall, input: Input): Promise<string> => readEula(call, input, 'reseller');
