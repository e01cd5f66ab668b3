/**
 * What we store about a request until its change has ended: its purpose, its job, and its subject. `nothing`: there was
 * nothing to change. `lost`: the answer was lost, so we look for what the request made (about: `mark time`).
 * `operation`: an operation of a subscription (about). `subscription-lost`: its answer was lost (about: `time seats`).
 */
export type ChangeKind =
  | 'nothing'
  | 'resources'
  | 'product'
  | 'preview'
  | 'live'
  | 'offer'
  | 'withdraw'
  | 'lost'
  | 'operation'
  | 'subscription-lost';
export type ChangeHandle = { kind: ChangeKind; jobId: string; about: string };

/** Follows the product of a publication that is a repetition. */
export const again = 'again';

const separator = '|';

export const changeIdOf = ({ kind, jobId, about }: ChangeHandle): string => [kind, jobId, about].join(separator);

export const handleOf = (changeId: string): ChangeHandle => {
  const [kind = '', jobId = '', ...about] = changeId.split(separator);
  return { kind: kind as ChangeKind, jobId, about: about.join(separator) };
};

export const nothingToChange = changeIdOf({ kind: 'nothing', jobId: '', about: '' });
