import { isPartnerError, type PartnerError } from '../../partner-error.ts';
import type { AgreementChange, ChangeRead, ChangeStarted, ChangeStep } from '../changes.ts';
import type { MarketplaceAccess } from '../port.ts';
import type { AzureOperation, AzureSubscription } from './answers.ts';
import { changeIdOf, handleOf, nothingToChange } from './change-id.ts';
import { refusedHere } from './client.ts';
import type { Fulfilment } from './fulfilment.ts';

const ended = 'Unsubscribed';
const noTrace = 'requestTimeout The answer was lost, and the subscription does not show the change.';
const whyMax = 300;

const isShown = (subscription: AzureSubscription, change: AgreementChange): boolean =>
  change.act === 'agreement.cancel'
    ? subscription.saasSubscriptionStatus === ended
    : subscription.quantity === change.quantity;

const isOperationOf = ({ action, quantity }: AzureOperation, change: AgreementChange): boolean =>
  change.act === 'agreement.cancel'
    ? action === 'Unsubscribe'
    : action === 'ChangeQuantity' && quantity === change.quantity;

const isRefusal = (error: unknown): error is PartnerError =>
  isPartnerError(error) && error.outcome === 'REFUSED' && !error.retryable;

/** Ends subscriptions, and changes their seats. Both are operations of the subscription, which Microsoft locks. */
export const createSubscriptionChanges = (
  fulfilment: Fulfilment,
  { wallNow, lostAfterMs }: { wallNow(): number; lostAfterMs: number },
) => {
  const wanted = (change: AgreementChange): string =>
    change.act === 'agreement.cancel' ? ended : `${change.quantity}`;
  const changeOf = (agreementId: string, want: string): AgreementChange =>
    want === ended
      ? { act: 'agreement.cancel', agreementId }
      : { act: 'agreement.seats', agreementId, quantity: Number(want) };

  /** Microsoft refuses a second request (`why`); the first one, whose answer was lost, is followed. */
  const lost = (change: AgreementChange, why = noTrace): ChangeStarted => ({
    changeId: changeIdOf({
      kind: 'subscription-lost',
      jobId: change.agreementId,
      about: `${wallNow()} ${wanted(change)} ${why.slice(0, whyMax)}`,
    }),
  });

  /** The operation of the same change that the subscription shows. */
  const operationThere = async (access: MarketplaceAccess, change: AgreementChange): Promise<ChangeStarted | null> => {
    const { agreementId } = change;
    const [found] = (await fulfilment.listOperations(access, agreementId)).filter((one) => isOperationOf(one, change));
    return found ? { changeId: changeIdOf({ kind: 'operation', jobId: found.id, about: agreementId }) } : null;
  };

  const start = async (
    access: MarketplaceAccess,
    change: AgreementChange,
    { attempt = 1 }: ChangeStep,
  ): Promise<ChangeStarted> => {
    const { agreementId } = change;
    const known = await fulfilment.get(access, agreementId);
    if (!known) throw refusedHere('EntityNotFound', `Subscription ${agreementId} not found`);
    if (isShown(known, change)) return { changeId: nothingToChange };
    const earlier = attempt > 1 ? await operationThere(access, change) : null;
    if (earlier) return earlier;
    const asked = change.act === 'agreement.cancel' ? { agreementId } : { agreementId, quantity: change.quantity };
    try {
      const operationId = await fulfilment.begin(access, asked);
      return operationId === null
        ? lost(change)
        : { changeId: changeIdOf({ kind: 'operation', jobId: operationId, about: agreementId }) };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // It may be refused because the same change was made, or begun, since the subscription was read.
      const now = await fulfilment.get(access, agreementId);
      if (now && isShown(now, change)) return { changeId: nothingToChange };
      const running = await operationThere(access, change);
      if (running) return running;
      if (attempt > 1) return lost(change, `${error.partnerCode} ${error.message}`);
      throw error;
    }
  };

  const readOperation = async (
    access: MarketplaceAccess,
    agreementId: string,
    operationId: string,
  ): Promise<ChangeRead> => {
    const operation = await fulfilment.getOperation(access, { agreementId, operationId });
    switch (operation?.status) {
      case 'Succeeded':
        return { state: 'DONE', entityIds: {} };
      case 'Failed':
      case 'Conflict': {
        const { status, action, errorStatusCode, errorMessage } = operation;
        const message = errorMessage ?? `Microsoft ended the operation ${action} as ${status}.`;
        return { state: 'FAILED', serverFault: false, errors: [{ code: errorStatusCode ?? status, message }] };
      }
      default:
        return { state: 'RUNNING' };
    }
  };

  const readLost = async (access: MarketplaceAccess, agreementId: string, about: string): Promise<ChangeRead> => {
    const [since = '0', want = ended, code = 'Error', ...message] = about.split(' ');
    const change = changeOf(agreementId, want);
    const subscription = await fulfilment.get(access, agreementId);
    if (subscription && isShown(subscription, change)) return { state: 'DONE', entityIds: {} };
    const isPending = (await fulfilment.listOperations(access, agreementId)).some((one) => isOperationOf(one, change));
    if (isPending || wallNow() - Number(since) < lostAfterMs) return { state: 'RUNNING' };
    return { state: 'FAILED', serverFault: false, errors: [{ code, message: message.join(' ') }] };
  };

  return {
    start,
    /** Null: the change is not one of a subscription. */
    read: (access: MarketplaceAccess, changeId: string): Promise<ChangeRead> | null => {
      const { kind, jobId, about } = handleOf(changeId);
      if (kind === 'operation') return readOperation(access, about, jobId);
      return kind === 'subscription-lost' ? readLost(access, jobId, about) : null;
    },
  };
};
