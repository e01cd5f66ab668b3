import type { PaymentCode } from '../../adapters/payment/port.ts';
import { type Capability, type CapabilityName, yes } from './facts.ts';

type DirectCapabilities = Readonly<Partial<Record<CapabilityName, Capability>>>;

const ours: DirectCapabilities = {
  entitlementPriceModel: yes(),
  entitlementAddon: yes(),
  agreementPdf: yes('The service makes it from the entitlement.'),
};

/** What can be done for purchases that a provider only collects the payment of; the service itself does it. */
export const directBilling: Readonly<Record<PaymentCode, DirectCapabilities>> = { ADYEN: ours, STRIPE: ours };

export const directCodes = Object.keys(directBilling) as PaymentCode[];

export const isDirectBilling = (partner: string): partner is PaymentCode => Object.hasOwn(directBilling, partner);
