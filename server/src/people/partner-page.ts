import type { FastifyReply } from 'fastify';
import { sendPage } from './page-shell.ts';

const content = `
<p id="about" hidden></p>
<form id="enter" hidden><h2>Sign in</h2>
<label>Email address<input name="email" type="email" autocomplete="email" required></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required></label>
<label>Code, if you have a second factor<input name="code" type="text" autocomplete="one-time-code"></label>
<button>Sign in</button></form>
<form id="join" hidden><h2>No account yet?</h2>
<p>You get a mail to confirm your address. Then open the link of the invitation again.</p>
<label>Email address<input name="email" type="email" autocomplete="email" required></label>
<label>New password<input name="password" type="password" autocomplete="new-password" required></label>
<label>First name<input name="firstName" type="text" autocomplete="given-name"></label>
<label>Last name<input name="lastName" type="text" autocomplete="family-name"></label>
<button>Create an account</button></form>
<form id="accept" hidden><h2>Accept</h2>
<label>For your organization<select name="organizationID"></select></label>
<label>Name of a new organization<input name="organizationName" type="text" autocomplete="organization"></label>
<button>Accept</button></form>
<form id="decline" hidden><button>Decline</button></form>`;

/** Takes the token out of the address bar and the history before anything else happens. Text is set as text, never as HTML. */
const script = `
  const at = (id) => document.getElementById(id);
  const say = (text) => { at('said').textContent = text; };
  const token = new URLSearchParams(location.search).get('token') ?? '';
  history.replaceState(null, '', location.pathname);
  const send = async (path, body) => {
    say('One moment…');
    try {
      const answer = await fetch('..' + path, {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
      });
      const read = answer.status === 204 ? {} : await answer.json();
      say(answer.ok ? '' : read.message);
      return answer.ok ? read : undefined;
    } catch { say('The service cannot be reached; try again.'); }
  };
  const show = (...ids) => {
    for (const id of ['about', 'enter', 'join', 'accept', 'decline']) at(id).hidden = !ids.includes(id);
  };
  const finish = (text) => { show('about'); say(text); };
  const open = async () => {
    const read = await send('/partner-invitation/open', { token });
    if (!read) return show();
    at('about').textContent = read.sender.userName + ' of ' + read.sender.organizationName + ' invites ' +
      read.companyName + ' to a partnership. Answer by ' + read.acceptBy.slice(0, 10) + '.';
    const choice = at('accept').elements.organizationID;
    choice.replaceChildren(new Option('', ''), ...(read.organizations ?? []).map((one) => new Option(one.name, one.organizationID)));
    show('about', 'decline', ...(read.organizations ? ['accept'] : ['enter', 'join']));
  };
  const onSubmit = (id, work) => at(id).addEventListener('submit', async (event) => {
    event.preventDefault();
    await work(Object.fromEntries([...new FormData(at(id))].filter(([, value]) => value !== '')));
  });
  onSubmit('enter', async (body) => {
    if (await send('/session', { ...body, transport: 'cookie' })) await open();
  });
  onSubmit('join', async (body) => {
    if (await send('/sign-up', body)) finish('Look for a mail, confirm your address, and open the link of the invitation again.');
  });
  onSubmit('accept', async (body) => {
    if (await send('/partner-invitation/accept', { ...body, token })) finish('Your organizations are partners now.');
  });
  onSubmit('decline', async () => {
    if (await send('/partner-invitation/decline', { token })) finish('You have declined the invitation.');
  });
  open();`;

/** The page that the link of a partner invitation leads to. */
export const sendPartnerPage = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, { title: 'Partner invitation', content, script });
