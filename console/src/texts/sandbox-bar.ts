import { counted } from '../lib/words.ts';

export const sandboxBarTexts = {
  sandbox: 'Sandbox',
  allSimulated: 'All partners are simulated: nothing here reaches a marketplace or costs money.',
  onlyLeaders: 'Only an owner or an administrator of an organization can use the sandbox.',
  notDone: 'Not done',
  close: 'Close',
  clock: {
    title: 'Clock',
    move: 'Move the clock',
    moveFrom: (time: string) => `Move the clock: ${time}`,
    timeOfSandbox: 'Sandbox time',
    timeIs: (time: string) => `Sandbox time: ${time}`,
    onlyLeaders: 'Only an owner or an administrator of an organization can move the clock: everyone shares it.',
    moveAhead: (step: string) => `Move ahead by ${step}`,
    movedAhead: (step: string) => `The clock moved ahead by ${step}.`,
    whatHappens:
      'Everything that is due by then happens: expiries, renewals, reports, invoices. The clock cannot be moved back.',
  },
  buyer: {
    title: 'Buyer',
    act: 'Act as the buyer',
    doIt: 'Do it as the buyer',
    done: (act: string) => `Done in the sandbox: ${act}.`,
    whatToOpen: 'Open an offer, a contract or a product that is at a marketplace.',
  },
  faults: {
    title: 'Faults',
    injectOne: 'Inject a fault',
    explanation:
      'The simulated partner fails its next calls the way the real one would, so that you can see how the service responds.',
    waiting: (count: number) => `${counted(count, 'fault')} waiting`,
    waitingFor: (fault: string, calls: number | null) => `${fault} (${calls ?? 'every call'})`,
    removeAll: 'Remove all',
    allGone: 'All faults were removed.',
    partner: 'Partner',
    fault: 'Fault',
    calls: 'Calls that fail',
    inject: 'Inject the fault',
    injected: 'The fault takes effect at the next matching call.',
  },
} as const;
