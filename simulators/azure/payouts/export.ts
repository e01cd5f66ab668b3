import { matchPath } from '../../kit/control.ts';
import { type DueItem, scheduleDue, unscheduleDue } from '../../kit/due.ts';
import { type HttpAnswer, type HttpRequest, jsonAnswer } from '../../kit/http.ts';
import { writeReport } from '../../kit/report-file.ts';
import { change } from '../../kit/simulation.ts';
import type { Operation } from '../../kit/simulator.ts';
import { type ApiCall, type ApiRoutes, originOf, readQuery } from '../api/call.ts';
import { answerOf } from '../api/refusal.ts';
import { authorize } from '../entra/authorize.ts';
import { linkOf, putBlob } from '../insights/blob.ts';
import { apiTime } from '../insights/dataset.ts';
import {
  type AzureChange,
  type AzureReader,
  type AzureSimulation,
  type Json,
  type PayoutExport,
  readSettings,
} from '../state.ts';
import { parseFilter, payoutRefusal } from './filter.ts';
import { exportTable, exportTables } from './tables.ts';

/**
 * The payout export API. Sources: "Create earnings export request", "Get earnings export request by ID" and those of
 * payments (partner-center/developer), microsoft/Partner-Center-Payout-APIs. The sample signs in as a user; the simulator
 * accepts the application's own token as well as a user's.
 */
const audiences = ['https://api.partner.microsoft.com', 'https://api.partnercenter.microsoft.com'];

const kindOf = ({ params }: ApiCall): PayoutExport['kind'] => {
  const { kind = '' } = params;
  if (kind !== 'transactionhistory' && kind !== 'payments')
    throw payoutRefusal(404, 'NotFound', `There is no ${kind}.`);
  return kind;
};

const routes: ApiRoutes = {
  'POST /:kind': {
    name: 'CreatePayoutExport',
    run: (call) => {
      const { simulation, publisher, request, query } = call;
      const kind = kindOf(call);
      const filter = query.$filter ?? '';
      parseFilter(filter, exportTables[kind].filters);
      const format = (query.fileformat ?? 'csv').replace(/^\./, '').toLowerCase();
      if (format !== 'csv' && format !== 'tsv') throw payoutRefusal(400, 'BadRequest', 'fileFormat is csv or tsv.');
      const created = change(simulation, (transaction) => {
        const row: PayoutExport = {
          id: transaction.ids.uuid(),
          publisherId: publisher.id,
          kind,
          queryString: request.query,
          filter,
          format,
          status: 'Queued',
          requestedAt: transaction.at,
        };
        transaction.put('payoutExports', row);
        const at = transaction.at + readSettings(transaction).reportDelayMs;
        scheduleDue(transaction, { kind: 'export-run', at, refId: row.id });
        return row;
      });
      return answer(202, [exportView(simulation.store, created, call.origin)]);
    },
  },

  'GET /:kind/:id': {
    name: 'GetPayoutExport',
    run: (call) => answer(200, [exportView(call.simulation.store, find(call), call.origin)]),
  },

  'DELETE /:kind/:id': {
    name: 'DeletePayoutExport',
    run: (call) => {
      const found = find(call);
      change(call.simulation, (transaction) => {
        unscheduleDue(transaction, found.id, ['export-run', 'export-done']);
        transaction.remove('payoutExports', found.id);
        transaction.remove('blobs', pathOf(found));
      });
      return { status: 204, headers: {}, body: '' };
    },
  },
};

const find = (call: ApiCall): PayoutExport => {
  const row = call.simulation.store.get('payoutExports', call.params.id ?? '');
  if (row?.publisherId !== call.publisher.id || row.kind !== kindOf(call))
    throw payoutRefusal(404, 'NotFound', 'There is no such export request.');
  return row;
};

const answer = (status: number, value: Json[]): HttpAnswer =>
  jsonAnswer(status, { value, nextLink: null, totalCount: value.length, message: null, statusCode: status });

const pathOf = ({ id, format }: PayoutExport): string => `exports/${id}.${format}`;

const exportView = (reader: AzureReader, row: PayoutExport, origin: string): Json => {
  const blob = reader.get('blobs', pathOf(row));
  return {
    requestId: row.id,
    requestDateTime: apiTime(row.requestedAt),
    requestPath: `/v1.0/payouts/${row.kind}`,
    requestQueryString: row.queryString,
    blobLocation: blob ? linkOf(reader, blob, origin) : '',
    status: row.status,
  };
};

/** When due, an export starts running. */
export const runExport = (transaction: AzureChange, { refId }: DueItem): void => {
  const row = transaction.get('payoutExports', refId);
  if (!row) return;
  transaction.put('payoutExports', { ...row, status: 'Processing' });
  const at = transaction.at + readSettings(transaction).reportDelayMs;
  scheduleDue(transaction, { kind: 'export-done', at, refId });
};

/** When due, an export is ready. */
export const completeExport = (transaction: AzureChange, { refId }: DueItem): void => {
  const row = transaction.get('payoutExports', refId);
  if (!row) return;
  const { filters, money } = exportTables[row.kind];
  const table = exportTable(transaction, row, parseFilter(row.filter, filters), transaction.at);
  const text = writeReport(transaction, table, {
    separator: row.format === 'csv' ? ',' : '\t',
    place: { operation: 'PayoutFile', accountId: row.publisherId },
    money,
  });
  putBlob(transaction, pathOf(row), text);
  transaction.put('payoutExports', { ...row, status: 'Completed' });
};

/** Finds an operation of the payout export API; `path` is below `/v1.0/payouts`. */
export const findPayoutOperation = (simulation: AzureSimulation, request: HttpRequest, path: string): Operation => {
  for (const [key, { name, run }] of Object.entries(routes)) {
    const [method = '', pattern = ''] = key.split(' ');
    const params = method === request.method ? matchPath(pattern, path) : null;
    if (!params) continue;
    const reply = async (): Promise<HttpAnswer> => {
      const publisher = await authorize(simulation, request, audiences);
      if (!publisher) throw payoutRefusal(401, 'Unauthorized', 'The access token is missing, invalid or expired.');
      const query = readQuery(request);
      return run({ simulation, request, publisher, params, query, body: {}, origin: originOf(request) });
    };
    return { name, run: () => reply().catch(refusalOf) };
  }
  return { name: 'Unknown', run: () => jsonAnswer(404, { code: 'NotFound', description: 'Resource not found.' }) };
};

const refusalOf = (error: unknown): HttpAnswer => {
  const refusal = answerOf(error);
  if (!refusal) throw error;
  return refusal;
};
