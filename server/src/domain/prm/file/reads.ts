import type { z } from 'zod';
import type { AskCall, ReadCall } from '../../../contract/call.ts';
import { answerWhole, pagedReply, readQueryPage, setPageHeaders } from '../../../contract/page.ts';
import type { OrgDb } from '../../../db/org-db.ts';
import { requireFound } from '../../../kit/errors.ts';
import { relationshipIs } from '../relationship/states.ts';
import { findRelationship, findRelationshipOfPair } from '../relationship/store.ts';
import {
  type PartnerFileListParams,
  partnerFileFields,
  type SharedFileListParams,
  sharedFileFields,
} from './fields.ts';
import { keyOfFile, type PartnerFile } from './file.ts';
import { findFile, findLinkable, findSharedFile, selectFiles, selectSharedFiles } from './store.ts';
import { viewFile, viewSharedFile } from './view.ts';

const linkTo = ({ documents }: AskCall, orgId: string, file: PartnerFile): Promise<string> =>
  documents.linkFile(keyOfFile(orgId, file.id), { name: file.name, contentType: file.content_type });

export const listPartnerFiles = async (
  call: ReadCall,
  { query }: { query: z.output<typeof PartnerFileListParams> },
) => {
  const page = readQueryPage(call, query, partnerFileFields);
  const selected = await selectFiles(call.db, page);
  setPageHeaders(call, page, selected);
  return pagedReply(
    page,
    selected.rows.map((file) => viewFile(call.orgId, file)),
    selected.total,
  );
};

export const getPartnerFile = async (call: ReadCall, { params }: { params: { fileId: string } }) => {
  const file = requireFound(await findFile(call.db, params.fileId), 'partner file');
  call.setVersion(file.version);
  return viewFile(call.orgId, file);
};

export const downloadPartnerFile = async (call: AskCall, { params }: { params: { fileId: string } }) => {
  const file = requireFound(await findFile(call.db, params.fileId), 'partner file');
  return linkTo(call, call.orgId, file);
};

/** Files that an invitation may link, each with a link to download it. */
export const listLinkableFiles = async (call: AskCall) => {
  const files = await findLinkable(call.db);
  const shown = await Promise.all(
    files.map(async (file) => ({
      ...viewSharedFile(file),
      sharedWith: file.shared_with ?? ('ALL_PARTNERS' as const),
      url: await linkTo(call, call.orgId, file),
    })),
  );
  return answerWhole(call, shown);
};

/** Where the files of a partner are, and which record of ours it has; undefined unless both records share. */
const findPartnerSide = async (
  call: ReadCall,
  partnerId: string,
  noun: string,
): Promise<{ db: OrgDb; relationshipId: string } | undefined> => {
  const ours = requireFound(await findRelationship(call.db, partnerId), noun);
  if (ours.partner_org_id === null || !relationshipIs.shares(ours.status)) return undefined;
  const db = call.dbOf(ours.partner_org_id);
  const theirs = await findRelationshipOfPair(db, ours.pair_id);
  if (theirs?.partner_org_id !== call.orgId || !relationshipIs.shares(theirs.status)) return undefined;
  return { db, relationshipId: theirs.id };
};

/** What a partner shares: its own rows, so that whatever it takes back is gone at once. */
export const listSharedFiles = async (
  call: ReadCall,
  { params, query }: { params: { partnerId: string }; query: z.output<typeof SharedFileListParams> },
) => {
  const page = readQueryPage(call, query, sharedFileFields);
  const side = await findPartnerSide(call, params.partnerId, 'partner relationship');
  const selected = side
    ? await selectSharedFiles(side.db, page, side.relationshipId)
    : { rows: [], nextToken: null, total: 0 };
  setPageHeaders(call, page, selected);
  return pagedReply(page, selected.rows.map(viewSharedFile), selected.total);
};

export const downloadSharedFile = async (
  call: AskCall,
  { params }: { params: { partnerId: string; fileId: string } },
) => {
  const side = await findPartnerSide(call, params.partnerId, 'partner file');
  const wanted = side && (await findSharedFile(side.db, { id: params.fileId, relationshipId: side.relationshipId }));
  const file = requireFound(wanted, 'partner file');
  return linkTo(call, side?.db.orgId ?? '', file);
};
