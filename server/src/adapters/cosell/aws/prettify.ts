import { prettifyAwsError } from '../../marketplace/aws/prettify.ts';
import { staleVersionCode } from '../port.ts';

/** Explains the codes of Partner Central: exceptions, and the ReasonCode of tasks (Selling API, model 2022-07-26). */
const sentences: Readonly<Record<string, string>> = {
  AccessDeniedException:
    'The access key may not use Partner Central: it needs the permissions of a co-sell integration.',
  ConflictException: 'AWS has this in another state: it was changed, or answered, in the meantime.',
  ResourceNotFoundException: 'AWS does not have it in the catalog of the connection.',
  OpportunitySubmissionFailed: 'AWS did not accept the opportunity for review.',
  OpportunityValidationFailed: 'The opportunity lacks something that AWS needs to review it.',
  InvitationValidationFailed: 'The invitation can no longer be accepted.',
  [staleVersionCode]: 'The opportunity was changed at AWS in the meantime.',
};

/** What AWS says that names what it is about: a task's, and what could not be associated. */
const isTelling = ({ code, message }: { code: string; message: string }): boolean =>
  code.endsWith('Failed') || /^(?:Solutions|Aws[A-Z]\w+) /.test(message);

/** A readable sentence, with AWS's own words where they say which member is wrong. */
export const prettifyCoSellError = (error: { code: string; message: string }): string => {
  const sentence = sentences[error.code];
  if (sentence === undefined) return prettifyAwsError(error);
  return isTelling(error) ? `${sentence} ${error.message}` : sentence;
};
