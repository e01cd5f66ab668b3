import { scheduleDue } from '../../kit/due.ts';
import { sendLicenseEvent } from '../events.ts';
import { type Agreement, type AwsTransaction, type DueItem, type License, readSettings } from '../state.ts';

/** The license manager account of AWS Marketplace, which issues the licenses. */
const issuerAccountId = '294406891311';

/** Schedules the license shortly after the agreement, or at its start if that is in the future. */
export const scheduleLicense = (transaction: AwsTransaction, agreement: Agreement): void => {
  const at = Math.max(agreement.startAt, transaction.at) + readSettings(transaction).licenseDelayMs;
  scheduleDue(transaction, { kind: 'license-provision', at, refId: agreement.id });
};

/** Issues the license of an agreement and sends the seller its ARN. */
export const provisionLicense = (transaction: AwsTransaction, item: DueItem): void => {
  const agreement = transaction.get('agreements', item.refId);
  if (agreement?.status !== 'ACTIVE' || agreement.licenseArn !== null) return;
  const arn = `arn:aws:license-manager::${issuerAccountId}:license:l-${transaction.ids.hex(32)}`;
  const license: License = {
    id: arn,
    agreementId: agreement.id,
    // The license belongs to the manufacturer, who meters with it, even if a channel partner sells.
    sellerAccountId: transaction.get('entities', agreement.productId)?.accountId ?? agreement.sellerAccountId,
    buyerAccountId: agreement.buyerAccountId,
    productId: agreement.productId,
    productCode: agreement.productCode,
    provisionedAt: transaction.at,
    deprovisionedAt: null,
  };
  transaction.put('licenses', license);
  transaction.put('agreements', { ...agreement, licenseArn: arn, updatedAt: transaction.at });
  sendLicenseEvent(transaction, 'Updated', license, agreement.offerId);
};

/** Notifies the seller that the entitlements behind a license have changed. */
export const updateLicense = (transaction: AwsTransaction, agreement: Agreement): void => {
  const license = transaction.get('licenses', agreement.licenseArn ?? '');
  if (license) sendLicenseEvent(transaction, 'Updated', license, agreement.offerId);
};

/** Schedules the end of the license shortly after its agreement's. */
export const scheduleDeprovision = (transaction: AwsTransaction, agreement: Agreement): void => {
  if (agreement.licenseArn === null) return;
  const at = transaction.at + readSettings(transaction).licenseDelayMs;
  scheduleDue(transaction, { kind: 'license-deprovision', at, refId: agreement.id });
};

/** Ends the license of an agreement; metering continues for one more hour. */
export const deprovisionLicense = (transaction: AwsTransaction, item: DueItem): void => {
  const agreement = transaction.get('agreements', item.refId);
  const license = transaction.get('licenses', agreement?.licenseArn ?? '');
  if (!agreement || !license || license.deprovisionedAt !== null) return;
  const ended: License = { ...license, deprovisionedAt: transaction.at };
  transaction.put('licenses', ended);
  sendLicenseEvent(transaction, 'Deprovisioned', ended, agreement.offerId);
};
