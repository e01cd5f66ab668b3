import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { plainBranding, type Seller, sellerOf } from './branding.ts';
import { contrastMin, contrastOf, readableOn, textOn } from './colors.ts';
import { colorHints, composeLandingPage, composeUnknownPage, landingStates } from './landing-page.ts';
import { logoFault } from './logo.ts';
import { BrandingChange } from './schema.ts';

const acme: Seller = {
  name: 'Acme',
  accentColor: '#1f6feb',
  barColors: null,
  logo: null,
  supportEmail: 'help@acme.example',
  supportUrl: 'https://acme.example/help',
};

/** Every corner of the colours, and what is between. */
const everyColor = ['00', '33', '66', '99', 'cc', 'ff'].flatMap((red, _, parts) =>
  parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)),
);

describe('colours of the landing page', () => {
  test('contrast is that of WCAG', () => {
    assert.equal(contrastOf('#000000', '#ffffff'), 21);
    assert.equal(contrastOf('#777777', '#777777'), 1);
    assert.equal(contrastOf('#767676', '#ffffff').toFixed(2), '4.54');
    assert.equal(contrastOf('#ffffff', '#777777').toFixed(2), '4.48');
  });

  test('text can be read on every accent colour, and links in every accent colour on both papers', () => {
    for (const color of everyColor) {
      assert.ok(contrastOf(textOn(color), color) >= contrastMin, color);
      for (const paper of ['#ffffff', '#16181d'])
        assert.ok(contrastOf(readableOn(color, paper), paper) >= contrastMin, `${color} on ${paper}`);
    }
    assert.equal(readableOn('#1f4e79', '#ffffff'), '#1f4e79', 'a colour that can be read stays');
  });

  test('a correction is explained, with the colour that is used', () => {
    assert.deepEqual(colorHints(null), []);
    const [hint, ...others] = colorHints('#ffd400');
    assert.deepEqual(others, []);
    assert.match(
      hint ?? '',
      /light page use #[0-9a-f]{6}: #ffd400 has a contrast of 1\.4 on that background, and text needs 4\.5/,
    );
  });
});

describe('the landing page', () => {
  test('every state says what happens next, and by whom', () => {
    const titles = landingStates.map((state) => {
      const { html } = composeLandingPage(state, acme);
      assert.match(html, /What happens next<\/h2>\n<ol><li>/, state);
      assert.match(html, /<header><span>Acme<\/span>/, state);
      assert.match(html, /<a href="mailto:help@acme\.example">/, state);
      return /<h1>(.*?)<\/h1>/.exec(html)?.[1];
    });
    assert.equal(new Set(titles).size, landingStates.length);
  });

  test('what the seller wrote is text, and runs nothing', () => {
    const { html } = composeLandingPage('REGISTERED', {
      name: '<script>alert(1)</script>',
      accentColor: null,
      barColors: null,
      logo: 'data:image/png;base64,"><script>',
      supportEmail: 'a?bcc=b&c@acme.example',
      supportUrl: 'https://acme.example/"><script>alert(2)</script>',
    });
    assert.ok(!html.includes('<script'));
    assert.match(html, /href="mailto:a%3Fbcc%3Db%26c@acme\.example"/);
  });

  test('a name turns no text around it, whoever chose it', () => {
    const { name } = sellerOf('Acme \u202egnp.exe\u2066\u2028', plainBranding);
    assert.equal(name, 'Acme gnp.exe');
    assert.equal(sellerOf('\u202e\u200b', plainBranding).name, 'The seller');
  });

  test('its policy allows its own style and images that are part of it, and nothing else', () => {
    const { html, policy } = composeLandingPage('WAITING', acme);
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
    const digest = createHash('sha256').update(style).digest('base64');
    assert.equal(
      policy,
      `default-src 'none'; img-src data:; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  });

  test('only a page with a form, which leads on to a sign-up page, may send one', () => {
    const again = { field: 'token', token: '"><b>' };
    const { html, policy } = composeLandingPage('FAILED', acme, again);
    assert.match(html, /value="&quot;&gt;&lt;b&gt;"><button>Try again<\/button>/);
    assert.match(policy, /form-action 'self' https:;/);
    assert.doesNotMatch(composeLandingPage('FAILED', acme).html, /<form/);
  });

  test('without a seller it names none', () => {
    for (const { html } of [composeLandingPage('FAILED'), composeUnknownPage()]) {
      assert.ok(!html.includes('<header>'));
      assert.match(html, /Contact the seller as described on the product’s page/);
    }
  });
});

test('a name can be seen, and an address leads where it seems to', () => {
  const isFine = (change: object): boolean => BrandingChange.safeParse(change).success;
  for (const displayName of ['Acme', 'שלום', '株式会社', 'Acme 🚀️']) assert.ok(isFine({ displayName }), displayName);
  for (const displayName of ['\u3164', '\u2800\u115f', 'a\u202eb', 'a\u2028b', '\ufe0f'])
    assert.ok(!isFine({ displayName }), JSON.stringify(displayName));
  for (const supportUrl of ['https://acme.example', 'http://acme.example/a?b=@c', 'https://müller.example/ü'])
    assert.ok(isFine({ supportUrl }), supportUrl);
  const refused = [
    ...['https:acme.example', 'https:\\\\acme.example', ' https://acme.example', 'ht\ntps://acme.example'],
    ...['https://marketplace.example@acme.example/', 'https://acme.example/\u202egro', 'data:text/html,x'],
  ];
  for (const supportUrl of refused) assert.ok(!isFine({ supportUrl }), JSON.stringify(supportUrl));
});

const png = (width: number, height: number, bytes = 64): string => {
  const image = Buffer.alloc(bytes);
  image.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  image.write('IHDR', 12, 'latin1');
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return `data:image/png;base64,${image.toString('base64')}`;
};

const jpeg = (width: number, height: number): string => {
  const image = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 0, 0, 0]);
  image.writeUInt16BE(height, 13);
  image.writeUInt16BE(width, 15);
  return `data:image/jpeg;base64,${image.toString('base64')}`;
};

test('a frame of a JPEG cannot hide behind what decoders skip without reading a length', () => {
  const frame = (side: number): number[] => [0xff, 0xc0, 0, 11, 8, side >> 8, side & 255, side >> 8, side & 255, 1, 0];
  /** `shown` is where the next segment would be if `hidden` began with a length. */
  const hiding = (before: number[], hidden: number[], shown: number): string => {
    const image = Buffer.alloc(65_536);
    image.set([0xff, 0xd8, ...before, ...hidden]);
    image.set(frame(10), shown);
    return `data:image/jpeg;base64,${image.toString('base64')}`;
  };
  assert.match(logoFault(hiding([0xff, 0x01], frame(65_500), 4 + 0xffc0)) ?? '', /its content is not/);
  assert.match(logoFault(hiding([0xff, 0xd0], frame(65_500), 4 + 0xffc0)) ?? '', /its content is not/);
  assert.match(logoFault(hiding([0xff], frame(65_500), 4 + 0xc000)) ?? '', /is 65500 × 65500 pixels/);
});

test('a logo is a small PNG or JPEG; anything else is refused with what is allowed', () => {
  for (const fine of [png(1, 1), png(2000, 300), jpeg(640, 480)]) assert.equal(logoFault(fine), null);
  const refused: [string, RegExp][] = [
    ['https://acme.example/logo.png', /must be a PNG or JPEG image as data:/],
    ['data:image/svg+xml;base64,PHN2Zy8+', /export other images, such as SVG, as PNG/],
    [png(1, 1).replace('png', 'jpeg'), /claims to be image\/jpeg, but its content is not/],
    ['data:image/png;base64,AAAA', /claims to be image\/png, but its content is not/],
    [png(0, 10), /is 0 × 10 pixels/],
    [png(40_000, 40_000), /is 40000 × 40000 pixels; at most 2000/],
    [jpeg(3000, 10), /is 3000 × 10 pixels/],
    [png(10, 10, 65_537), /is 65 KiB; at most 64 KiB/],
  ];
  for (const [text, fault] of refused) assert.match(logoFault(text) ?? '', fault, text.slice(0, 60));
});
