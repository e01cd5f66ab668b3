import type { z } from 'zod';
import type { ReadCall } from '../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../contract/page.ts';
import { requireFound } from '../../kit/errors.ts';
import { type InvoiceQueryParams, invoiceFields } from './fields.ts';
import { findInvoice, selectInvoices } from './store.ts';
import { viewInvoice } from './view.ts';

export const getInvoice = async (call: ReadCall, { params }: { params: { invoiceId: string } }) => {
  const invoice = requireFound(await findInvoice(call.db, params.invoiceId), 'invoice');
  call.setVersion(invoice.version);
  return viewInvoice(call.orgId, invoice);
};

export const listInvoices = async (call: ReadCall, { query }: { query: z.output<typeof InvoiceQueryParams> }) => {
  const page = readQueryPage(call, query, invoiceFields);
  const { rows, nextToken, total } = await selectInvoices(call.db, page);
  setPageHeaders(call, page, { rows, nextToken, total });
  return pagedReply(
    page,
    rows.map((row) => viewInvoice(call.orgId, row)),
    total,
  );
};
