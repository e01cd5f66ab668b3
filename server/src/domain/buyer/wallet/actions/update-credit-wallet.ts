import type { z } from 'zod';
import type { ActCall } from '../../../../contract/call.ts';
import { badRequest } from '../../../../kit/errors.ts';
import { changeWallet, scheduleWallet } from '../change.ts';
import { lockWalletOfBuyer, type WalletPath } from '../lock.ts';
import { nextWalletStatus } from '../next-status.ts';
import { refuseMethod } from '../refuse-method.ts';
import type { CreditWalletChange } from '../schema.ts';
import { viewWallet } from '../view.ts';

const isSameTime = (left: Date | null, right: Date | null): boolean => left?.getTime() === right?.getTime();

/**
 * Sets when credit starts and expires; an absent field is kept, null clears it. A later `expireTime` revives expired
 * credit; a past one ends it. Without a body, as clients of the reference send it, nothing changes. Emits
 * wallet.updated.
 */
export const updateCreditWallet = async (
  call: ActCall,
  { params, body = {} }: WalletPath & { body?: z.output<typeof CreditWalletChange> | undefined },
) => {
  const { wallet: old } = await lockWalletOfBuyer(call, params);
  call.checkVersion(old.version);
  refuseMethod(old, 'update');
  const next = nextWalletStatus('update', old);
  const startTime = body.startTime === undefined ? old.start_time : body.startTime;
  const expireTime = body.expireTime === undefined ? old.expire_time : body.expireTime;
  if (startTime && expireTime && expireTime <= startTime)
    throw badRequest([{ path: 'expireTime', code: 'order', message: 'must be later than startTime' }]);
  const status = expireTime && expireTime <= call.now ? nextWalletStatus('updateExpired', old) : next;
  const isSame = isSameTime(startTime, old.start_time) && isSameTime(expireTime, old.expire_time);
  if (isSame && status === old.status) return viewWallet(call.orgId, old);
  const changed = { start_time: startTime, expire_time: expireTime, status };
  const { row: wallet, view } = await changeWallet(call, old, changed, 'wallet.updated');
  await scheduleWallet(call, wallet);
  return view;
};
