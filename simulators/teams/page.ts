import { button, faultSection, field, iso, newest, section, text } from '../kit/page.ts';
import type { TeamsSimulation } from './state.ts';

const at = '/control/teams';

const shownMax = 500;

/** The simulator's part of the start page: workflows, and what they posted. */
export const renderPage = ({ store }: TeamsSimulation): string =>
  [
    `<form method="post" action="${at}/workflow">${field('Channel', 'channel', 'required value="Sales"')}<button>add a workflow</button></form>`,
    section('Workflows', ['Id', 'Channel', 'State', ''], newest(store.list('workflows')), (workflow) => [
      text(workflow.id),
      text(workflow.channel),
      workflow.isEnabled ? 'on' : 'off',
      workflow.isEnabled
        ? button(`${at}/workflow/${workflow.id}/disable`, 'turn it off')
        : button(`${at}/workflow/${workflow.id}/enable`, 'turn it on'),
    ]),
    section('Runs', ['Time', 'Channel', 'Result', 'Message'], newest(store.list('runs')), (run) => [
      iso(run.at),
      text(run.channel),
      text(run.error === '' ? run.status : `${run.status}: ${run.error}`),
      text(JSON.stringify(run.body).slice(0, shownMax)),
    ]),
    faultSection('teams', store.list('faults'), {}),
  ].join('');
