/** The names of browsers in their user agents; one that also contains another's name comes first. */
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

/** The client of a session: the browser and its operating system, if the header names them; for a program, its own name. */
export const browserOf = (userAgent: string): { browser: string; system?: string } => {
  const browser = nameIn(browsers, userAgent);
  if (browser === undefined) return { browser: userAgent.slice(0, longest) };
  return { browser, system: nameIn(systems, userAgent) };
};
