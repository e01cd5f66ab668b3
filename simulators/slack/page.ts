import { button, faultSection, field, iso, newest, section, text } from '../kit/page.ts';
import type { SlackSimulation } from './state.ts';

const at = '/control/slack';

/** The simulator's part of the start page: webhooks, and the messages posted to their channels. */
export const renderPage = ({ store }: SlackSimulation): string =>
  [
    `<form method="post" action="${at}/hook">${field('Channel', 'channel', 'required value="#sales"')}<button>add a webhook</button></form>`,
    section('Incoming webhooks', ['Id', 'Workspace', 'Channel', 'State', ''], newest(store.list('hooks')), (hook) => [
      ...[hook.id, hook.team, hook.channel, hook.status].map(text),
      button(`${at}/hook/${hook.id}/archive`, 'archive its channel') +
        button(`${at}/hook/${hook.id}/allow`, 'allow it'),
    ]),
    section('Messages', ['Time', 'Channel', 'Text'], newest(store.list('posts')), (post) => [
      iso(post.at),
      text(post.channel),
      text(typeof post.body.text === 'string' ? post.body.text : JSON.stringify(post.body).slice(0, 500)),
    ]),
    faultSection('slack', store.list('faults'), {}),
  ].join('');
