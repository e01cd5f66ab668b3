import type { FastifyReply } from 'fastify';
import { sendPage } from './page-shell.ts';
import { sendPartnerPage } from './partner-page.ts';

/** A form that sends the link's token and the person's input to a route. */
type Form = {
  title: string;
  intro: string;
  /** The target of the form if the URL contains a token. */
  action: string;
  fields: readonly Field[];
  button: string;
  done: string;
};

type Field = {
  name: string;
  label: string;
  type: 'password' | 'text' | 'email';
  autocomplete: string;
  required: boolean;
};

const newPassword: Field = {
  name: 'password',
  label: 'New password',
  type: 'password',
  autocomplete: 'new-password',
  required: true,
};

const verify: Form = {
  title: 'Confirm your email address',
  intro: 'Confirm only if you have just signed up yourself, with the password that you chose then.',
  action: '/email/verify',
  fields: [{ ...newPassword, label: 'Password', autocomplete: 'current-password' }],
  button: 'Confirm',
  done: 'Your account is ready. You can sign in now.',
};

const reset: Form = {
  title: 'Set a new password',
  intro: 'At least twelve characters. All devices signed in to your account will be signed out.',
  action: '/password/reset',
  fields: [newPassword],
  button: 'Set password',
  done: 'Your password is set. You can sign in now.',
};

const forgot: Form = {
  title: 'Set a new password',
  intro: 'We will send you an email with a link if there is an account with this address.',
  action: '/password/forgot',
  fields: [{ name: 'email', label: 'Email address', type: 'email', autocomplete: 'email', required: true }],
  button: 'Send',
  done: 'If there is an account with this address, an email is on its way.',
};

const invitation: Form = {
  title: 'Accept the invitation',
  intro: 'Enter the password of your account. If you have none, choose a password of at least twelve characters.',
  action: '/invitation/accept',
  fields: [
    { ...newPassword, label: 'Password', autocomplete: 'current-password', required: false },
    {
      name: 'code',
      label: 'Code, if you have a second factor',
      type: 'text',
      autocomplete: 'one-time-code',
      required: false,
    },
    {
      name: 'firstName',
      label: 'First name (new accounts)',
      type: 'text',
      autocomplete: 'given-name',
      required: false,
    },
    { name: 'lastName', label: 'Last name (new accounts)', type: 'text', autocomplete: 'family-name', required: false },
  ],
  button: 'Accept',
  done: 'You are now a member of the organization and can sign in.',
};

/** Removes the token from the address bar and the history before anything else happens. */
const script = `
  const form = document.querySelector('form');
  const said = document.querySelector('#said');
  const token = new URLSearchParams(location.search).get('token');
  history.replaceState(null, '', location.pathname);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    said.textContent = 'One moment…';
    const body = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''));
    if (token) body.token = token;
    try {
      const answer = await fetch(form.dataset.action, {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
      });
      if (answer.ok) { form.hidden = true; said.textContent = form.dataset.done; }
      else said.textContent = (await answer.json()).message;
    } catch { said.textContent = 'The service cannot be reached; try again.'; }
  });`;

const input = ({ name, label, type, autocomplete, required }: Field): string =>
  `<label>${label}<input name="${name}" type="${type}" autocomplete="${autocomplete}"${required ? ' required' : ''}></label>`;

const contentOf = ({ intro, action, fields, button, done }: Form): string =>
  `<p>${intro}</p>
<form data-action="..${action}" data-done="${done}">${fields.map(input).join('')}<button>${button}</button></form>`;

const page =
  (choose: (hasToken: boolean) => Form) =>
  (reply: FastifyReply): FastifyReply => {
    const form = choose(new URL(reply.request.url, 'http://local').searchParams.has('token'));
    return sendPage(reply, { title: form.title, content: contentOf(form), script });
  };

/** The pages that links in mails lead to. They load nothing from other hosts. */
export const pages: Readonly<Record<string, (reply: FastifyReply) => FastifyReply>> = {
  '/email/verify': page(() => verify),
  '/password/reset': page((hasToken) => (hasToken ? reset : forgot)),
  '/account/invitation': page(() => invitation),
  '/account/partner-invitation': sendPartnerPage,
};
