import { nextStatus } from '../../../kit/transitions.ts';
import { type WalletStatus, walletTransitions } from './states.ts';
import type { Wallet } from './wallet.ts';

/** The status that follows an act on a wallet, or a 409 that names the allowed ones. */
export const nextWalletStatus = (act: keyof typeof walletTransitions, wallet: Wallet): WalletStatus =>
  nextStatus('The wallet', walletTransitions, act, wallet);
