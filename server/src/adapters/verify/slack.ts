import type { Outgoing } from '../outgoing/outgoing.ts';
import type { Verifier } from '../partner-gateway.ts';
import { askJson, refusedBy, textOf } from './ask-json.ts';

const sentences: Readonly<Record<string, string>> = {
  account_inactive: 'The bot or its workspace was removed.',
  invalid_auth: 'Slack does not recognize the token.',
  missing_scope: 'The token lacks a permission.',
  not_allowed_token_type: 'The token is not that of a bot.',
  token_expired: 'The token has expired.',
  token_revoked: 'The token was revoked.',
};

/** Reads the owner of the token. Slack answers 200 to refusals too. */
export const verifySlack =
  (outgoing: Outgoing): Verifier =>
  async (access, signal) => {
    const headers = { authorization: `Bearer ${access.credentials.botToken ?? ''}` };
    const answer = await askJson(outgoing, access, {
      method: 'POST',
      path: '/api/auth.test',
      headers,
      body: '',
      signal,
    });
    const { ok, team, team_id: teamId, user, error } = answer.body;
    const id = textOf(teamId);
    if (answer.status === 200 && ok === true && id !== undefined)
      return { ok: true, accountId: id, detail: `The bot is ${textOf(user) ?? '?'} in ${textOf(team) ?? id}.` };
    const code = textOf(error);
    if (answer.status === 200 && ok === false && code !== undefined) {
      const message = Object.hasOwn(sentences, code) ? (sentences[code] as string) : 'Slack refused the token.';
      return { ok: false, code, message, partnerMessage: code };
    }
    return refusedBy('Slack', answer, { code, message: undefined });
  };
