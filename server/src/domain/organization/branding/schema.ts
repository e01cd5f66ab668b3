import { z } from 'zod';
import { choiceIn, componentOf, ownedTime, text, timeOut } from '../../../contract/shapes.ts';
import { isMailAddress } from '../../../kit/mail-address.ts';
import { isWebAddress } from '../../../kit/web-address.ts';
import { landingStates } from './landing-page.ts';
import { logoFault, logoTextMax } from './logo.ts';

/** U+2800 is a blank, and fillers of other alphabets are not seen either. */
const isVisible = (value: string): boolean => /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u.test(value);
const isLine = (value: string): boolean => /^[^\p{Cc}\p{Cf}\u2028\u2029]*$/u.test(value) && isVisible(value);

/** An address that leads where it seems to: whole, with nothing that cannot be seen, and no name of another host before an @. */
const isShownAddress = (value: string): boolean => {
  if (!/^https?:\/\/[^\s\\\p{Cc}\p{Cf}]+$/iu.test(value) || !isWebAddress(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
};

const shown = {
  displayName: text(100, 1).refine(isLine, 'must be one line of visible text').nullish(),
  accentColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour of six hexadecimal digits, such as #1f6feb')
    .nullish(),
  logo: z
    .string()
    .max(logoTextMax, 'must be an image of at most 64 KiB: save it smaller')
    .superRefine((value, context) => {
      const message = logoFault(value);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .nullish(),
  supportEmail: text(254, 1)
    .refine((value) => isMailAddress(value, { wide: true }), 'must be a mail address, such as support@acme.example')
    .nullish(),
  supportUrl: text(1000, 1)
    .refine(isShownAddress, 'must be the address of a web page, such as https://acme.example/support')
    .nullish(),
};

export const BrandingChange = z
  .strictObject({ ...shown, lastUpdateTime: ownedTime })
  .meta(componentOf('BrandingInput'));

export const Branding = z
  .strictObject({
    displayName: z.string().optional(),
    accentColor: z.string().optional(),
    logo: z.string().optional(),
    supportEmail: z.string().optional(),
    supportUrl: z.string().optional(),
    lastUpdateTime: timeOut.optional(),
  })
  .meta({ id: 'Branding' });

export const PreviewBranding = z
  .strictObject({ ...shown, lastUpdateTime: ownedTime, state: choiceIn(landingStates).nullish() })
  .meta(componentOf('BrandingPreviewInput'));

export const BrandingPreview = z
  .strictObject({
    html: z.string(),
    hints: z.array(z.string()),
    fieldHints: z.array(z.strictObject({ path: z.string(), message: z.string() }).meta({ id: 'BrandingHint' })),
  })
  .meta({ id: 'BrandingPreview' });
