import { join } from 'node:path';
import { createFolderMailer } from '../adapters/mail/folder-mailer.ts';
import type { Mailer } from '../adapters/mail/port.ts';
import { createSmtpMailer } from '../adapters/mail/smtp-mailer.ts';
import type { Auth } from '../auth/auth.ts';
import type { Config } from '../config/config.ts';
import type { OnWork } from '../db/waiting-work.ts';
import { acceptInvitation } from '../domain/organization/access/user/accept-invitation.ts';
import { leaveOrganization } from '../domain/organization/access/user/leave-organization.ts';
import { recordActivities } from '../domain/organization/audit/account-activity/record-activities.ts';
import {
  acceptForOrganization,
  declineForNobody,
  listMayAnswer,
  receiveByLink,
  showByLink,
} from '../domain/prm/invitation/answer-by-link.ts';
import type { ActEnvironment } from '../engine/run-act.ts';
import type { Clock } from '../kit/clock.ts';
import { startMailLoop } from '../people/mail-loop.ts';
import { mayCreateByOidc, mayEnterByOidc } from '../people/oidc.ts';
import { createPeople, type People } from '../people/people.ts';

export const chooseMailer = ({ smtpUrl, mailFrom: from, dataDir }: Config, clock: Clock): Mailer =>
  smtpUrl === null
    ? createFolderMailer({ dir: join(dataDir, 'outbox'), from, clock })
    : createSmtpMailer({ url: smtpUrl, from });

type PeopleWiring = { config: Config; auth: Auth; mailer: Mailer; environment: ActEnvironment };

/** Accounts are below organizations and know them only through these functions. */
export const wirePeople = ({ config, auth, mailer, environment }: PeopleWiring): People =>
  createPeople({
    auth,
    ids: environment.ids,
    mailer,
    signUp: config.signUp,
    simulated: config.simulators,
    oidc: config.oidc,
    acceptInvitation: (acceptance) => acceptInvitation(environment, acceptance),
    leaveOrganization: (leaving) => leaveOrganization(environment, leaving),
    partnerInvitations: {
      show: (token) => showByLink(environment, token),
      mayAnswer: (accountId) => listMayAnswer(environment, accountId),
      accept: (answer) => acceptForOrganization(environment, answer),
      receive: (answer) => receiveByLink(environment, answer),
      decline: (answer) => declineForNobody(environment, answer),
    },
    mayEnter: mayEnterByOidc,
    mayCreate: mayCreateByOidc,
  });

/** Starts the worker's part. Returns a function that stops it. */
export const sendMails = (
  { auth: { database, log }, mails }: People,
  environment: ActEnvironment,
  onWork: OnWork,
): (() => Promise<void>) =>
  startMailLoop({ database, log, mails, onWork, recordActivities: () => recordActivities(environment) }).stop;
