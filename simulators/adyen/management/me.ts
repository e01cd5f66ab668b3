import { type HttpAnswer, jsonAnswer } from '../../kit/http.ts';
import type { CheckoutCall } from '../call.ts';
import { problem } from '../errors.ts';
import type { Json, Merchant } from '../state.ts';

const host = 'https://management-test.adyen.com/v3';

/** The API credential of the key. */
export const getMe = ({ credential, tx }: CheckoutCall): HttpAnswer => {
  const merchants = tx.list('merchants').filter(({ companyName }) => companyName === credential.companyName);
  return jsonAnswer(200, {
    id: `S2-${credential.apiKey.slice(-16).toUpperCase()}`,
    username: credential.username,
    clientKey: credential.clientKey,
    allowedIpAddresses: [],
    roles: ['Checkout webservice role', 'Merchant Recurring role', 'Management API - Accounts read'],
    active: credential.active,
    companyName: credential.companyName,
    associatedMerchantAccounts: merchants.map(({ id }) => id),
    allowedOrigins: [],
    _links: { self: { href: `${host}/me` }, allowedOrigins: { href: `${host}/me/allowedOrigins` } },
  });
};

/** The merchant accounts that the key may see, in pages. */
export const listMerchants = ({ credential, tx, query }: CheckoutCall): HttpAnswer => {
  const number = Number(query.pageNumber ?? 1);
  const size = Number(query.pageSize ?? 10);
  if (!Number.isInteger(number) || number < 1 || !Number.isInteger(size) || size < 1 || size > 100) {
    throw problem(
      422,
      '30_102',
      'Invalid parameter',
      'pageNumber or pageSize is not valid.',
      'general/invalid-field-value',
    );
  }
  const all = tx.list('merchants').filter(({ companyName }) => companyName === credential.companyName);
  const pages = Math.max(1, Math.ceil(all.length / size));
  const link = (page: number): Json => ({ href: `${host}/merchants?pageNumber=${page}&pageSize=${size}` });
  return jsonAnswer(200, {
    _links: {
      first: link(1),
      last: link(pages),
      self: link(number),
      ...(number < pages ? { next: link(number + 1) } : {}),
      ...(number > 1 ? { prev: link(number - 1) } : {}),
    },
    itemsTotal: all.length,
    pagesTotal: pages,
    data: all.slice((number - 1) * size, number * size).map(merchantView),
  });
};

export const getMerchant = ({ credential, tx, path }: CheckoutCall): HttpAnswer => {
  const merchant = tx.get('merchants', path.id ?? '');
  if (merchant?.companyName !== credential.companyName) {
    throw problem(403, '00_403', 'Forbidden', 'Not the right permission to access this service', 'security/forbidden');
  }
  return jsonAnswer(200, merchantView(merchant));
};

const merchantView = ({ id, companyName, captureDelay, currency }: Merchant): Json => ({
  id,
  name: companyName,
  captureDelay,
  companyId: companyName,
  defaultShopperInteraction: 'Ecommerce',
  merchantCity: 'Amsterdam',
  primarySettlementCurrency: currency,
  status: 'Active',
  _links: { self: { href: `${host}/merchants/${id}` } },
});
