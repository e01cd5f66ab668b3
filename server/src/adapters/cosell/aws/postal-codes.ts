// Which postal codes AWS accepts (partner-crm-integration-samples, PostalCodeValidations.csv and
// CountriesWithoutPostalCode.csv), by the country's code. `#` is a digit, `@` a letter, `*` either; everything else is
// itself. Where the file gives an example or a sketch instead of a format (Ireland, the United Kingdom, Brunei, El
// Salvador, Bermuda, the Holy See), it is read more widely, so that codes in use are not refused.

const formats: readonly (readonly [countries: string, ...formats: string[]])[] = [
  ['JM', '##'],
  ['FO IS LS MG OM PG', '###'],
  ['BH', '###', '####'],
  ['AF AL AM AT AU BD BG CC CH CV CX CY DK ET GE GL GW HT HU LI LR LU MK MZ NE NF NO NZ PH PY SJ SV TN ZA', '####'],
  ['BE', 'B-####', '####'],
  ['CR MV', '####', '#####'],
  ['PT', '####', '####-###'],
  ['NL', '#### @@', '####@@'],
  [
    'AX BA BT CU DE DO DZ EE EG ES FI FR GT GU HN HR ID IQ IT JO KE KH KR KW LA LK MA ME MH MM MN MP MX MY NA NI NP PE PK PR PW',
    '#####',
  ],
  ['RS SD SN SS TD TH TR TW UA UY VI ZM', '#####'],
  ['BR', '#####', '#####-###'],
  ['US', '#####', '#####-####'],
  ['SA', '#####-####'],
  ['CZ GR SK', '### ##', '#####'],
  ['SE', 'S-#####', 'SE-#####', '#####', '### ##'],
  ['LT', '#####', 'LT-#####'],
  ['IL', '#####', '#######'],
  ['CN CO EC KG KZ NG PA RO SG TJ TM TT VN', '######'],
  ['IN', '######', '### ###'],
  ['JP', '#######', '###-####'],
  ['PL', '##-###'],
  ['BL', '97133'],
  ['MF', '97150'],
  ['PM', '97500'],
  ['GP', '971##'],
  ['MQ', '972##'],
  ['GF', '973##'],
  ['RE', '974##'],
  ['YT', '976##'],
  ['MC', '980##'],
  ['WF', '986##'],
  ['PF', '987##'],
  ['NC', '988##'],
  ['SM', '4789#'],
  ['VA', '120', '00120'],
  ['VC', 'VC####'],
  ['SZ', '@###'],
  ['BN', '@@####'],
  ['BM', '@@ ##', '@@ @@', '@@##', '@@@@'],
  ['CA', '@#@ #@#', '@#@#@#'],
  ['IE', '@#* ****', '@#*****'],
  ['MT', '@@@ ####', '@@@####'],
  ['GB', '@# #@@', '@## #@@', '@#@ #@@', '@@# #@@', '@@## #@@', '@@#@ #@@'],
  ['GB', '@##@@', '@###@@', '@#@#@@', '@@##@@', '@@###@@', '@@#@#@@'],
];

const classes: Readonly<Record<string, string>> = { '#': '\\d', '@': '[A-Za-z]', '*': '[A-Za-z\\d]' };

const escaped = /[#@*]/g;

const formatsOf = new Map<string, string[]>();
for (const [countries, ...accepted] of formats) {
  for (const country of countries.split(' ')) {
    formatsOf.set(country, [...(formatsOf.get(country) ?? []), ...accepted]);
  }
}

/** Countries without postal codes: AWS takes none for them. */
export const countriesWithoutPostalCodes: ReadonlySet<string> = new Set(
  (
    'AE AG AN AO AW BF BI BJ BO BQ BS BW BZ CF CG CI CK CM CW DJ DM ER FJ GD GH GM GQ GY HK HM KI KM KN LY ML MO ' +
    'MR MW NR NU QA RW SB SC SH SL SR ST SY TF TG TK TL TO TV UG VU YE ZW'
  ).split(' '),
);

/** Countries whose postal codes AWS checks. */
export const countriesWithFormats: readonly string[] = [...formatsOf.keys()];

/** The formats of a country, as a person reads them; empty if AWS publishes none. */
export const postalFormatsOf = (country: string): readonly string[] => formatsOf.get(country) ?? [];

/** Whether a postal code has a format of its country. True where AWS publishes none. */
export const fitsPostalFormat = (country: string, code: string): boolean => {
  const accepted = postalFormatsOf(country);
  if (accepted.length === 0 || code.length > 20) return accepted.length === 0;
  return accepted.some((format) =>
    new RegExp(`^${format.replace(escaped, (symbol) => classes[symbol] ?? symbol)}$`, 'i').test(code),
  );
};
