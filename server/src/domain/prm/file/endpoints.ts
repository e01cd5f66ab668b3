import { z } from 'zod';
import { acts, actsInParts, type Endpoint, reads, readsLive } from '../../../contract/endpoint.ts';
import { standardLimits } from '../../../contract/limits.ts';
import { listHeaders, wholeListHeaders } from '../../../contract/shapes.ts';
import { acceptedExtensions } from '../../../kit/content-type.ts';
import { deletePartnerFile } from './actions/delete-partner-file.ts';
import { sharePartnerFile, unsharePartnerFile } from './actions/share-partner-file.ts';
import { keepPartnerFile, uploadPartnerFile } from './actions/upload-partner-file.ts';
import { PartnerFileListParams, SharedFileListParams } from './fields.ts';
import { fileBytesMax, filesMax } from './file.ts';
import {
  downloadPartnerFile,
  downloadSharedFile,
  getPartnerFile,
  listLinkableFiles,
  listPartnerFiles,
  listSharedFiles,
} from './reads.ts';
import {
  contentCharsMax,
  LinkablePartnerFile,
  NewPartnerFile,
  PartnerFile,
  PartnerFilePage,
  SharedPartnerFilePage,
  SharePartnerFile,
} from './schema.ts';

const fileId = { fileId: { id: 'file', noun: 'partner file' } } as const;
const partnerId = { partnerId: { id: 'relation', noun: 'partner relationship' } } as const;
const path = '/org/{orgId}/prm/file';
const partnerPath = '/org/{orgId}/prm/partner';

const reading = { family: 'prm', permission: 'prm:read' } as const;
const writing = { family: 'prm', permission: 'prm:write' } as const;

const link = z.string().meta({ format: 'uri' });

export const partnerFileEndpoints: Endpoint[] = [
  readsLive({
    ...reading,
    id: 'listLinkableFiles',
    method: 'GET',
    path: `${partnerPath}/invitation/linkable-file`,
    summary: 'List files that an invitation may link',
    notes: 'Those shared with all partners, by name. Each url is valid for half an hour.',
    unversioned: true,
    reply: z.array(LinkablePartnerFile),
    replyHeaders: wholeListHeaders,
    read: listLinkableFiles,
  }),
  reads({
    ...reading,
    id: 'listPartnerFiles',
    method: 'GET',
    path,
    summary: 'List files for partners',
    notes: 'Those of this organization, shared or not.',
    query: PartnerFileListParams,
    reply: PartnerFilePage,
    replyHeaders: listHeaders,
    read: listPartnerFiles,
  }),
  actsInParts({
    ...writing,
    id: 'uploadPartnerFile',
    method: 'POST',
    path,
    summary: 'Upload a file for partners',
    notes:
      `Up to ${fileBytesMax / 1024 / 1024} MiB: ${acceptedExtensions.join(', ')}, by content and name. Nobody else sees it until it is shared. ` +
      `An organization has at most ${filesMax} files, and 2 GiB of them: 409.`,
    bodyLimits: { ...standardLimits, bytes: contentCharsMax + 4096 },
    body: NewPartnerFile,
    reply: PartnerFile,
    emits: ['partner_file.created'],
    inParts: keepPartnerFile,
    act: uploadPartnerFile,
  }),
  reads({
    ...reading,
    id: 'getPartnerFile',
    method: 'GET',
    path: `${path}/{fileId}`,
    summary: 'Get a file for partners',
    notes: 'Its metadata; the content is available by a link (download).',
    params: fileId,
    reply: PartnerFile,
    read: getPartnerFile,
  }),
  acts({
    ...writing,
    id: 'sharePartnerFile',
    method: 'POST',
    path: `${path}/{fileId}/share`,
    summary: 'Share a file with partners',
    notes:
      'With all partners, future ones included, or with one; replaces an earlier sharing. A partner sees the file while the partnership is ACTIVE.',
    params: fileId,
    body: SharePartnerFile,
    reply: PartnerFile,
    emits: ['partner_file.shared'],
    act: sharePartnerFile,
  }),
  acts({
    ...writing,
    id: 'unsharePartnerFile',
    method: 'POST',
    path: `${path}/{fileId}/unshare`,
    summary: 'Stop sharing a file',
    notes: 'Partners no longer see it. Existing links can be used until they expire, for at most half an hour.',
    params: fileId,
    reply: PartnerFile,
    emits: ['partner_file.unshared'],
    act: unsharePartnerFile,
  }),
  readsLive({
    ...reading,
    id: 'downloadPartnerFile',
    method: 'GET',
    path: `${path}/{fileId}/download`,
    summary: 'Get a link to a file for partners',
    notes: 'Valid for half an hour, for anyone who has it.',
    params: fileId,
    unversioned: true,
    reply: link,
    read: downloadPartnerFile,
  }),
  acts({
    ...writing,
    id: 'deletePartnerFile',
    method: 'DELETE',
    path: `${path}/{fileId}`,
    summary: 'Delete a file for partners',
    notes: 'Its content is removed from the storage, so links to it stop working.',
    params: fileId,
    unversioned: true,
    reply: z.literal(''),
    emits: ['partner_file.deleted'],
    act: deletePartnerFile,
  }),
  reads({
    ...reading,
    id: 'listSharedFiles',
    method: 'GET',
    path: `${partnerPath}/{partnerId}/file`,
    summary: 'List files that a partner shares',
    notes: 'Empty unless the partnership is ACTIVE.',
    params: partnerId,
    query: SharedFileListParams,
    reply: SharedPartnerFilePage,
    replyHeaders: listHeaders,
    read: listSharedFiles,
  }),
  readsLive({
    ...reading,
    id: 'downloadSharedFile',
    method: 'GET',
    path: `${partnerPath}/{partnerId}/file/{fileId}/download`,
    summary: 'Get a link to a file that a partner shares',
    notes: 'Valid for half an hour, for anyone who has it.',
    params: { ...partnerId, ...fileId },
    unversioned: true,
    reply: link,
    read: downloadSharedFile,
  }),
];
