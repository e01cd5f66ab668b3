import { nextStatus } from '../../../kit/transitions.ts';
import { type WalletStatus, walletTransitions } from './states.ts';
import type { Wallet } from './wallet.ts';

/** The status after an act on a wallet, or a 409 with the statuses that allow it. */
export const nextWalletStatus = (act: keyof typeof walletTransitions, wallet: Wallet): WalletStatus =>
  nextStatus('The wallet', walletTransitions, act, wallet);
