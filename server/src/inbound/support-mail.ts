import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DocumentService } from '../adapters/documents/port.ts';
import { readMail } from '../adapters/mail/read-mail.ts';
import { headOf, type MailFile, type ReceivedMail } from '../adapters/mail/received.ts';
import { isPartnerError } from '../adapters/partner-error.ts';
import type { Replied, ReplyAddresses } from '../auth/reply-address.ts';
import type { KeptAttachment } from '../domain/support/attachment/actions/add-attachment.ts';
import { attachmentToKeep, keyOfAttachment } from '../domain/support/attachment/attachment.ts';
import { addReply, admitReply, replyEvents } from '../domain/support/mail/actions/receive-mail.ts';
import type { Author } from '../domain/support/ticket/author.ts';
import { cancelFileRemoval, scheduleFileRemoval } from '../engine/file-removal.ts';
import { type ActEnvironment, runAct } from '../engine/run-act.ts';
import { refuseEncodedBody } from '../http/body.ts';
import { bodyBudgetOf } from '../http/body-budget.ts';
import { formOverheadBytes, readParts } from '../http/multipart.ts';
import { receiveBody } from '../http/receive-body.ts';
import { uploadsOf } from '../http/uploads.ts';
import { typeOfAnyFile } from '../kit/content-type.ts';
import { badRequest, isRefusal, Refusal } from '../kit/errors.ts';
import { plainFileName } from '../kit/file-name.ts';
import type { Log } from '../kit/log.ts';
import { isMailAddress } from '../kit/mail-address.ts';

export type SupportMailOptions = {
  environment: ActEnvironment;
  documents: DocumentService;
  addresses: ReplyAddresses;
  /** What the mail provider must send to be heard. */
  secret: string;
  isServing: () => boolean;
  log: Log;
};

/** A mail as a provider hands it over, and the recipients that it names besides. */
type HandedOver = { raw: Buffer; recipients: string[] };

type Outcome = { received: true; commentId: string } | { received: false; reason: string };

const mailBytesMax = 25 * 1024 * 1024 + formOverheadBytes;
const filesMax = 20;
/** Of the addresses of a mail, so many that may be a ticket's are looked at. Each costs a signature, and a mail can name hundreds of thousands. */
const recipientsMax = 100;
/** Each mail is held in memory while it is read. The provider is one caller, whatever organization a mail is for. */
const party = { caller: 'mail provider', organization: 'mail provider' };

const later = (message: string): Refusal =>
  new Refusal('ServiceUnavailable', message, undefined, { 'retry-after': '60' });

const digest = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

/** `X-Hook-Secret`, `Authorization: Bearer …`, or the password of `Authorization: Basic …`, as providers can send it. */
const secretOf = ({ headers }: FastifyRequest): string => {
  const own = headers['x-hook-secret'];
  if (typeof own === 'string') return own;
  const [, scheme = '', value = ''] = /^(Bearer|Basic) +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (scheme.toLowerCase() !== 'basic') return value;
  return Buffer.from(value, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The recipients in the field `envelope`, as SendGrid writes it: `{"to": […]}`. */
const envelopeOf = (text: string): string[] => {
  try {
    const envelope: unknown = JSON.parse(text);
    const to = isObject(envelope) ? envelope.to : [];
    return [to].flat().filter((one): one is string => typeof one === 'string');
  } catch {
    return [];
  }
};

/** The fields in which providers hand over a whole mail: SendGrid, Mailgun, and ours. */
const mailFields: readonly string[] = ['email', 'body-mime', 'mail'];

/** A mail in a form, with its recipients in the fields `recipient` and `envelope`. Throws 400 for a form without one. */
const mailOfForm = (body: Buffer, contentType: string): HandedOver => {
  const parts = readParts(body, contentType);
  const mail = parts.find(({ name }) => mailFields.includes(name));
  if (!mail) {
    const message = `must have the whole mail in one of the fields ${mailFields.join(', ')}`;
    throw badRequest([{ path: '', code: 'required', message }]);
  }
  const textsOf = (field: string): string[] =>
    parts.filter(({ name }) => name === field).map(({ bytes }) => bytes.toString('utf8', 0, 16_384));
  return { raw: mail.bytes, recipients: [...textsOf('recipient'), ...textsOf('envelope').flatMap(envelopeOf)] };
};

const recipientOf = (query: unknown): string[] => {
  const given = isObject(query) ? query.recipient : undefined;
  return typeof given === 'string' ? [given] : [];
};

const actorOf = ({ id, name }: Author) =>
  id === null ? ({ type: 'partner', id: 'mail', name } as const) : ({ type: 'user', id, name } as const);

/** Stores the files of a mail, so that the act that records them has no call to make. */
const keepFiles = async (
  { environment: { ids, database, clock }, documents }: SupportMailOptions,
  { orgId, ticketId }: Replied,
  files: readonly MailFile[],
): Promise<KeptAttachment[]> => {
  const kept: KeptAttachment[] = [];
  for (const file of files) {
    const id = ids.next();
    const name = plainFileName(file.name, 'attachment');
    const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
    const contentType = typeOfAnyFile(name, bytes);
    const toKeep = attachmentToKeep(orgId, id);
    await database.write(orgId, (db) => scheduleFileRemoval(db, toKeep, clock.now()));
    await documents.keepFile(toKeep.key, bytes, contentType);
    kept.push({ id, ticket_id: ticketId, name, content_type: contentType, size: bytes.length });
  }
  return kept;
};

/** Makes a mail to a ticket's address a comment: the sender is checked first, then the files are stored. */
const apply = async (
  options: SupportMailOptions,
  { replied, mail, from, raw }: { replied: Replied; mail: ReceivedMail; from: string; raw: Buffer },
  { id: requestId, ip: sourceIp }: Pick<FastifyRequest, 'id' | 'ip'>,
): Promise<Outcome> => {
  const { environment, documents } = options;
  const { orgId, ticketId } = replied;
  const mailKey = digest(mail.messageId ?? raw).toString('base64url');
  const reply = { ticketId, from, mailKey };
  const request = { orgId, action: 'receiveSupportMail', requestId, sourceIp, emits: replyEvents };
  const files = mail.files.slice(0, filesMax);
  const unknown = { type: 'partner', id: 'mail', name: from } as const;
  const admitted = await runAct(environment, { ...request, actor: unknown }, (call) =>
    admitReply(
      call,
      reply,
      files.map(({ bytes }) => bytes.byteLength),
    ),
  );
  const verdict = admitted.reply as Exclude<typeof admitted.reply, string>;
  if ('ignored' in verdict) return { received: false, reason: verdict.ignored };
  const fitting = files.filter((_, index) => verdict.fits[index]);
  const left = mail.files.filter((file) => !fitting.includes(file)).map(({ name }) => plainFileName(name));
  const kept = await keepFiles(options, replied, fitting);
  const discard = (): Promise<unknown> =>
    Promise.allSettled(kept.map(({ id }) => documents.removeFile(keyOfAttachment(orgId, id))));
  try {
    const added = await runAct(environment, { ...request, actor: actorOf(verdict.author) }, async (call) => {
      for (const { id } of kept) await cancelFileRemoval(call.db, attachmentToKeep(orgId, id));
      return addReply(call, reply, { text: mail.text, files: kept, left });
    });
    const outcome = added.reply as Exclude<typeof added.reply, string>;
    if (!('ignored' in outcome)) return { received: true, commentId: outcome.commentId };
    await discard();
    return { received: false, reason: outcome.ignored };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await discard();
    throw later(error.message);
  }
};

/**
 * Receives mails that a provider hands over (`inbound parse`). A mail to a ticket's address becomes a comment. What can
 * never become one is answered with 200 and the reason, so that the provider does not send it again.
 */
export const registerSupportMail = (server: FastifyInstance, options: SupportMailOptions): void => {
  const { addresses, environment } = options;
  const secret = digest(options.secret);

  const handle = async (request: FastifyRequest): Promise<Outcome> => {
    const { raw, recipients } = request.body as HandedOver;
    // Anybody may write to this domain. The body, which can take long, is read only of mails to a ticket.
    const head = await readMail(headOf(raw));
    if (!head) return { received: false, reason: 'UNREADABLE' };
    const from = head.from?.toLowerCase() ?? '';
    if (!isMailAddress(from, { wide: true })) return { received: false, reason: 'UNKNOWN_SENDER' };
    if (head.isAutomatic || from.endsWith(`@${addresses.domain.toLowerCase()}`))
      return { received: false, reason: 'AUTOMATIC' };
    const now = environment.clock.now();
    const isOurs = (address: string): boolean => address.toLowerCase().endsWith(`@${addresses.domain.toLowerCase()}`);
    const named = [...recipientOf(request.query), ...recipients, ...head.recipients].map((address) => address.trim());
    const replied = [...new Set(named.filter(isOurs))]
      .slice(0, recipientsMax)
      .map((address) => addresses.read(address, now))
      .find((one) => one !== undefined);
    if (!replied) return { received: false, reason: 'UNKNOWN_ADDRESS' };
    const mail = await readMail(raw);
    if (!mail) return { received: false, reason: 'UNREADABLE' };
    try {
      return await apply(options, { replied, mail, from, raw }, request);
    } catch (error) {
      if (isPartnerError(error)) throw later('The storage of files is unavailable now; send it again.');
      throw error;
    }
  };

  const uploads = uploadsOf(server);
  const bodyBudget = bodyBudgetOf(server);
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const receive = (request: FastifyRequest, payload: IncomingMessage): Promise<Buffer> =>
      receiveBody(payload, uploads, { maxBytes: mailBytesMax, room: request.bodyRoom });
    const receiveRaw = async (request: FastifyRequest, payload: IncomingMessage): Promise<HandedOver> => ({
      raw: await receive(request, payload),
      recipients: [],
    });
    scope.addContentTypeParser('message/rfc822', receiveRaw);
    scope.addContentTypeParser('application/octet-stream', receiveRaw);
    scope.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: IncomingMessage) =>
      mailOfForm(await receive(request, payload), request.headers['content-type'] ?? ''),
    );
    scope.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage) => {
      const look = (): Refusal =>
        new Refusal('UnsupportedMediaType', 'Send the mail as message/rfc822, or in a form (multipart/form-data).');
      return receiveBody(payload, uploads, { maxBytes: mailBytesMax, look });
    });
    scope.route({
      method: 'POST',
      url: '/hook/support-mail',
      bodyLimit: mailBytesMax,
      // Before any byte of the body is read.
      onRequest: async (request, reply) => {
        if (!options.isServing()) throw later('The service is starting or stopping.');
        if (!timingSafeEqual(digest(secretOf(request)), secret))
          throw new Refusal('Unauthorized', 'The secret of the hook is missing or wrong.');
        refuseEncodedBody(request.headers['content-encoding']);
        bodyBudget.forCaller(request, reply, party);
      },
      handler: async (request, reply) => {
        if (request.body === undefined)
          throw badRequest([{ path: '', code: 'required', message: 'a mail is required' }]);
        const outcome = await handle(request);
        options.log.info({ requestId: request.id, ...outcome }, 'mail for support');
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(outcome));
      },
    });
  });
};
