/** Why a bank refuses or returns a payout. Source: docs.stripe.com/api/payouts/failures; wording is our own. */
export const payoutFailures: Record<string, string> = {
  account_closed: 'The bank account has been closed.',
  account_frozen: 'The bank account has been frozen.',
  bank_account_restricted: 'The bank account does not allow such payouts.',
  bank_ownership_changed: 'The branch of the bank account belongs to another bank.',
  could_not_process: 'The bank could not process this payout.',
  debit_not_authorized: 'The bank account does not allow debits.',
  declined: 'The bank has declined this payout.',
  incorrect_account_holder_name: 'The name of the account holder is incorrect.',
  insufficient_funds: 'The Stripe account has insufficient funds to cover the payout.',
  invalid_account_number: 'The routing number is correct, but the account number is invalid.',
  invalid_currency: 'The bank account does not accept this currency.',
  no_account: 'The bank account could not be found.',
};
