import { createHash } from 'node:crypto';
import type { HttpAnswer, HttpRequest } from '../../kit/http.ts';
import { change } from '../../kit/simulation.ts';
import type { AdyenSimulation, Merchant } from '../state.ts';
import { fileNameOf } from './report.ts';
import { faultyReport } from './report-faults.ts';

const pattern = /^\/reports\/download\/MerchantAccount\/(\w+)\/([\w.-]+)$/;

/** The merchant account and the file that a path names; null if it is not the path of a report. */
export const reportIn = (path: string): { merchantId: string; file: string } | null => {
  const [, merchantId, file] = pattern.exec(path) ?? [];
  return merchantId === undefined || file === undefined ? null : { merchantId, file };
};

/** The credentials of the user who may download a company's reports; not those of its API. */
export const reportUserOf = ({ companyName, apiKey }: Merchant): { username: string; password: string } => ({
  username: `report@Company.${companyName}`,
  password: createHash('sha256').update(`report ${apiKey}`).digest('hex').slice(0, 24),
});

/**
 * Downloads a report. Source: docs.adyen.com, "Get reports automatically": with the credentials of the report user, by
 * basic authentication. The statuses of refusals are not confirmed.
 */
export const downloadReport = (
  simulation: AdyenSimulation,
  request: HttpRequest,
  { merchantId, file }: { merchantId: string; file: string },
): HttpAnswer => {
  const { store } = simulation;
  const user = userIn(request);
  const known = store.list('merchants').find((merchant) => {
    const { username, password } = reportUserOf(merchant);
    return merchant.active && user === `${username}:${password}`;
  });
  if (!known) {
    const headers = { 'www-authenticate': 'Basic realm="Adyen"' };
    return { ...refusal(401, 'Unauthorized'), headers: { ...refusal(401, '').headers, ...headers } };
  }
  const merchant = store.get('merchants', merchantId);
  if (merchant?.companyName !== known.companyName) return refusal(403, 'Forbidden');
  const batch = store.list('batches').find((row) => row.merchantId === merchantId && fileNameOf(row.number) === file);
  const table = batch?.report;
  if (!table || request.method !== 'GET') return refusal(404, 'Not Found');
  const { text, fault } = change(simulation, (tx) => faultyReport(tx, merchantId, table));
  return {
    status: 200,
    headers: { 'content-type': 'text/csv;charset=UTF-8', 'content-disposition': `attachment; filename="${file}"` },
    body: text,
    ...(fault === undefined ? {} : { fault }),
  };
};

const refusal = (status: number, body: string): HttpAnswer => ({
  status,
  headers: { 'content-type': 'text/plain;charset=UTF-8' },
  body,
});

/** The user name and password of a request, joined by a colon. */
const userIn = (request: HttpRequest): string | null => {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(request.headers.authorization ?? '')?.[1];
  return encoded === undefined ? null : Buffer.from(encoded, 'base64').toString('utf8');
};
