/** A colour, `#rrggbb` in small letters. */
export type Color = string;

const black: Color = '#000000';
const white: Color = '#ffffff';

/** The least contrast of text that everybody can read (WCAG 2.2, 1.4.3). */
export const contrastMin = 4.5;

const channelsOf = (color: Color): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);

const colorOf = (channels: readonly number[]): Color =>
  `#${channels
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Relative luminance: 0 of black, 1 of white. */
const luminanceOf = (color: Color): number => {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast of two colours, from 1 (equal) to 21 (black on white). */
export const contrastOf = (one: Color, other: Color): number => {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** Black or white, whichever is easier to read on a colour. The contrast is at least 4.58 on every colour. */
export const textOn = (background: Color): Color =>
  contrastOf(black, background) >= contrastOf(white, background) ? black : white;

const steps = 40;

/** The colour as text on a background: unchanged if it can be read there, otherwise as much darker or lighter as needed. */
export const readableOn = (color: Color, background: Color): Color => {
  const goal = channelsOf(textOn(background));
  const channels = channelsOf(color);
  for (let step = 0; step < steps; step += 1) {
    const mixed = colorOf(channels.map((value, at) => value + (((goal[at] ?? 0) - value) * step) / steps));
    if (contrastOf(mixed, background) >= contrastMin) return mixed;
  }
  return textOn(background);
};
