/** As each browser names itself; those that name another one as well come before it. */
const browsers: readonly [name: string, sign: RegExp][] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly [name: string, sign: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['macOS', /\bMacintosh\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

const longest = 60;

const nameIn = (known: readonly [string, RegExp][], userAgent: string): string | undefined =>
  known.find(([, sign]) => sign.test(userAgent))?.[0];

/** What a session was begun with: the browser and its system, as far as its header names them; of a program, how it calls itself. */
export const browserOf = (userAgent: string): { browser: string; system?: string } => {
  const browser = nameIn(browsers, userAgent);
  if (browser === undefined) return { browser: userAgent.slice(0, longest) };
  return { browser, system: nameIn(systems, userAgent) };
};
