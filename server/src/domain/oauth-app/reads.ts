import type { z } from 'zod';
import type { ReadCall } from '../../contract/call.ts';
import { pagedReply, readQueryPage, setPageHeaders } from '../../contract/page.ts';
import { requireFound } from '../../kit/errors.ts';
import { type OAuthAppQueryParams, oauthAppFields } from './fields.ts';

import { findUsedApp, selectUsedApps } from './store.ts';
import { viewUsedOAuthApp } from './view.ts';

export const getOAuthApp = async (call: ReadCall, { params }: { params: { oauthAppId: string } }) => {
  const app = requireFound(await findUsedApp(call.db, params.oauthAppId), 'OAuth App');
  call.setVersion(app.version);
  return viewUsedOAuthApp(app);
};

export const queryOAuthApps = async (call: ReadCall, { query }: { query: z.output<typeof OAuthAppQueryParams> }) => {
  const page = readQueryPage(call, query, oauthAppFields);
  const { rows, nextToken, total } = await selectUsedApps(call.db, page);
  setPageHeaders(call, page, { rows, nextToken, total });
  return pagedReply(page, rows.map(viewUsedOAuthApp), total);
};
