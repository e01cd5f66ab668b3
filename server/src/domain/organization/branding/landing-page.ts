import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../kit/escape-html.ts';
import type { Seller } from './branding.ts';
import { type Color, contrastMin, contrastOf, readableOn, textOn } from './colors.ts';

/** The text for a buyer who comes from a marketplace and is not forwarded to a sign-up page. */
export const landingStates = [
  /** The purchase is in force. */
  'REGISTERED',
  /** The seller has not approved the order yet, or it has not started. */
  'WAITING',
  /** The buyer is known; the marketplace does not show the purchase yet. */
  'ARRIVING',
  'ENDED',
  /** The marketplace does not know the token, or no longer. */
  'EXPIRED',
  /** The purchase could not be looked up now. */
  'FAILED',
] as const;
export type LandingState = (typeof landingStates)[number];

type Words = { title: string; text: string; steps: readonly string[] };

const again =
  'open the page from the marketplace again: find the product in your account there, and choose to set it up.';

const tryAgain = 'Wait a few seconds, and choose “Try again”.';

/** `seller` is escaped already. */
const wordsOf: Readonly<Record<LandingState, (seller: string) => Words>> = {
  REGISTERED: (seller) => ({
    title: 'Thank you for your purchase',
    text: `Your purchase is registered with ${seller}.`,
    steps: [
      `${seller} prepares your access.`,
      `${seller} will contact you and explain how to sign in.`,
      'The marketplace bills you as agreed. You need not do anything else on this page.',
    ],
  }),
  WAITING: (seller) => ({
    title: 'Your order has arrived',
    text: `Your order is waiting for ${seller}.`,
    steps: [
      `${seller} checks your order and confirms it.`,
      'Your subscription then starts in the marketplace.',
      `${seller} will contact you and explain how to sign in.`,
    ],
  }),
  ARRIVING: (seller) => ({
    title: 'Thank you, your visit is registered',
    text: 'The marketplace does not show us your purchase yet. This usually takes a few minutes.',
    steps: [
      'You can close this page: your purchase is registered as soon as the marketplace shows it.',
      `${seller} will then contact you and explain how to sign in.`,
    ],
  }),
  ENDED: (seller) => ({
    title: 'This purchase has ended',
    text: `Your subscription with ${seller} is no longer in force.`,
    steps: ['To subscribe again, open the product in the marketplace and buy it there.'],
  }),
  EXPIRED: () => ({
    title: 'This link is no longer valid',
    text: 'Links from the marketplace can be used for a short time only. Nothing is lost: your purchase is not affected.',
    steps: [`To get a new link, ${again}`, 'The marketplace then sends you back to this page with it.'],
  }),
  FAILED: () => ({
    title: 'We could not look at your purchase now',
    text: 'The marketplace did not respond as expected. Your purchase is not affected.',
    steps: ['Wait a minute, and reload this page.', `If it fails again, ${again}`],
  }),
};

/** The pages whose seller is not known: the address is of no account, or was not looked up. */
const anonymous: Seller = {
  name: 'the seller',
  accentColor: null,
  barColors: null,
  logo: null,
  supportEmail: null,
  supportUrl: null,
};

const plainAccent: Color = '#1f4e79';
const papers = { light: '#ffffff', dark: '#16181d' } as const;

const styleOf = (accent: Color): string => `
:root { color-scheme: light dark; --paper: ${papers.light}; --ink: #1b1d22; --soft: #50555f; --line: #d5d8de;
  --accent: ${accent}; --on-accent: ${textOn(accent)}; --link: ${readableOn(accent, papers.light)}; }
@media (prefers-color-scheme: dark) {
  :root { --paper: ${papers.dark}; --ink: #eceef2; --soft: #b4b9c4; --line: #3a3f4a; --link: ${readableOn(accent, papers.dark)}; }
}
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.55 system-ui, sans-serif; background: var(--paper); color: var(--ink); overflow-wrap: anywhere; }
header, main, footer { padding: 1rem max(1rem, calc(50vw - 20rem)); }
header { display: flex; align-items: center; gap: .75rem; background: var(--accent); color: var(--on-accent); font-weight: 600; font-size: 1.15rem; }
header span { min-width: 0; }
header img { display: block; max-width: 9rem; max-height: 3rem; padding: .25rem; border-radius: .25rem; background: #ffffff; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 1rem 0 .5rem; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
ol { padding-left: 1.5rem; margin: 0; } li { margin: .35rem 0; }
a { color: var(--link); text-underline-offset: .15em; }
button { font: inherit; font-weight: 600; padding: .5rem 1.25rem; border: 0; border-radius: .25rem; background: var(--accent); color: var(--on-accent); cursor: pointer; }
a:focus-visible, button:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
footer { border-top: 1px solid var(--line); color: var(--soft); }
`;

const contactOf = ({ supportEmail, supportUrl }: Seller, seller: string): string => {
  const mail =
    supportEmail === null
      ? ''
      : `<a href="mailto:${encodeURIComponent(supportEmail).replace('%40', '@')}">${escapeHtml(supportEmail)}</a>`;
  const page =
    supportUrl === null ? '' : `<a href="${escapeHtml(supportUrl)}" rel="noreferrer">${escapeHtml(supportUrl)}</a>`;
  const ways = [mail, page].filter((way) => way !== '').join(' or ');
  return ways === ''
    ? `Contact ${seller} as described on the product’s page in the marketplace.`
    : `${seller} answers questions at ${ways}.`;
};

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A page, and the security policy that it is sent with. */
export type LandingPage = { html: string; policy: string };

/** The token of a buyer who may try again, and the name of its field. */
export type LandingAgain = { field: string; token: string };

/** Sends the token again, which the browser may have sent in a form. */
const formOf = ({ field, token }: LandingAgain): string =>
  `<form method="post"><input type="hidden" name="${escapeHtml(field)}" value="${escapeHtml(token)}"><button>Try again</button></form>\n`;

const pageOf = (seller: Seller, { title, text, steps }: Words, again?: LandingAgain): LandingPage => {
  const style = styleOf(seller.accentColor ?? plainAccent);
  const name = escapeHtml(seller.name);
  const logo = seller.logo === null ? '' : `<img src="${escapeHtml(seller.logo)}" alt="">`;
  const header = seller === anonymous ? '' : `<header>${logo}<span>${name}</span></header>\n`;
  const digest = createHash('sha256').update(style).digest('base64');
  return {
    // The form leads on to the sign-up page of the product, which browsers count as its target.
    policy: `default-src 'none'; img-src data:; style-src 'sha256-${digest}'; base-uri 'none'; form-action ${again ? "'self' https:" : "'none'"}; frame-ancestors 'none'`,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>${seller === anonymous ? title : `${title} · ${name}`}</title><style>${style}</style></head>
<body>${header}<main><h1>${title}</h1>
<p>${sentence(text)}</p>
${again ? formOf(again) : ''}<h2>What happens next</h2>
<ol>${steps.map((step) => `<li>${sentence(step)}</li>`).join('')}</ol></main>
<footer>${sentence(contactOf(seller, name))}</footer></body></html>
`,
  };
};

/**
 * The page for a buyer in a state; undefined: of a seller who is not known. It runs nothing and asks no server for
 * anything: the logo is part of it. Everything from the seller is escaped. `again`: of a buyer in the state FAILED.
 */
export const composeLandingPage = (
  state: LandingState,
  seller: Seller = anonymous,
  again?: LandingAgain,
): LandingPage => {
  const words = wordsOf[state](escapeHtml(seller.name));
  return pageOf(seller, again ? { ...words, steps: [tryAgain, ...words.steps.slice(1)] } : words, again);
};

/** The page at an address that is of no connected account. */
export const composeUnknownPage = (): LandingPage =>
  pageOf(anonymous, {
    title: 'This page does not exist',
    text: 'Marketplaces do not send buyers to this address.',
    steps: [
      `To come to the right one, ${again}`,
      'If this happens again, tell the seller that the address in the marketplace is wrong.',
    ],
  });

const inWords = { light: 'on the light page', dark: 'on the dark page' } as const;

/** Where a colour is corrected, because links in it could not be read. */
export const colorHints = (accent: Color | null): string[] =>
  (Object.keys(papers) as (keyof typeof papers)[]).flatMap((scheme) => {
    if (accent === null || contrastOf(accent, papers[scheme]) >= contrastMin) return [];
    const contrast = Math.floor(contrastOf(accent, papers[scheme]) * 10) / 10;
    const corrected = readableOn(accent, papers[scheme]);
    return [
      `Links ${inWords[scheme]} use ${corrected}: ${accent} has a contrast of ${contrast} on that background, and text needs ${contrastMin}. The bar at the top keeps ${accent}.`,
    ];
  });
