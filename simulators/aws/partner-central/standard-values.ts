/**
 * Values that Partner Central accepts where its model has a plain string. Sources: the model's documentation of StateOrRegion,
 * CustomerUseCase, ApnPrograms and Marketing.UseCases; the fields and standard values, the postal codes and the countries
 * without them of aws-samples/partner-crm-integration-samples (opportunity-samples).
 */

const split = (lines: string): string[] => lines.trim().split(/\s*\|\s*/);

/** States of the United States, in AWS's spelling. */
export const usStates = split(`
  Alabama | Alaska | American Samoa | Arizona | Arkansas | California | Colorado | Connecticut | Delaware |
  Dist. of Columbia | Federated States of Micronesia | Florida | Georgia | Guam | Hawaii | Idaho | Illinois | Indiana |
  Iowa | Kansas | Kentucky | Louisiana | Maine | Marshall Islands | Maryland | Massachusetts | Michigan | Minnesota |
  Mississippi | Missouri | Montana | Nebraska | Nevada | New Hampshire | New Jersey | New Mexico | New York |
  North Carolina | North Dakota | Northern Mariana Islands | Ohio | Oklahoma | Oregon | Palau | Pennsylvania |
  Puerto Rico | Rhode Island | South Carolina | South Dakota | Tennessee | Texas | Utah | Vermont | Virginia |
  Virgin Islands | Washington | West Virginia | Wisconsin | Wyoming | APO/AE | AFO/FPO | FPO, AP`);

/** The two documents write the slash with and without spaces; `isStandard` accepts both. */
export const useCases = split(`
  AI Machine Learning and Analytics | Archiving | Big Data: Data Warehouse/Data Integration/ETL/Data Lake/BI | Blockchain |
  Business Applications: Mainframe Modernization | Business Applications & Contact Center |
  Business Applications & SAP Production | Centralized Operations Management | Cloud Management Tools |
  Cloud Management Tools & DevOps with Continuous Integration & Continuous Delivery (CICD) |
  Configuration, Compliance & Auditing | Connected Services | Containers & Serverless | Content Delivery & Edge Services |
  Database | Edge Computing/End User Computing | Energy | Enterprise Governance & Controls | Enterprise Resource Planning |
  Financial Services | Healthcare and Life Sciences | High Performance Computing | Hybrid Application Platform |
  Industrial Software | IOT | Manufacturing, Supply Chain and Operations | Media & High performance computing (HPC) |
  Migration/Database Migration | Monitoring, logging and performance | Monitoring & Observability | Networking | Outpost |
  SAP | Security & Compliance | Storage & Backup | Training | VMC | VMWare | Web development & DevOps`);

export const apnPrograms = split(`
  APN Immersion Days | APN Solution Space | ATO (Authority to Operate) | AWS Marketplace Campaign |
  IS Immersion Day SFID Program | ISV Immersion Day SFID Program | ISV Workload Migration |
  Migration Acceleration Program | P3 | Partner Launch Initiative | Partner Opportunity Acceleration Funded |
  The Next Smart | VMware Cloud on AWS | Well-Architected | Windows | Workspaces/AppStream Accelerator Program | WWPS NDPP`);

export const marketingUseCases = split(`
  AI/ML | Analytics | Application Integration | Blockchain | Business Applications | Cloud Financial Management | Compute |
  Containers | Customer Engagement | Databases | Developer Tools | End User Computing | Front End Web & Mobile |
  Game Tech | IoT | Management & Governance | Media Services | Migration & Transfer | Networking & Content Delivery |
  Quantum Technologies | Robotics | Satellite | Security | Serverless | Storage | VR & AR`);

const plain = (text: string): string => text.replace(/\s*\/\s*/g, '/');

/** Whether a list of standard values has a text, in either spelling of its slashes. */
export const isStandard = (values: readonly string[], text: string): boolean =>
  values.some((value) => plain(value) === plain(text));

/** Countries whose addresses have no postal code; AWS accepts none for them. */
const withoutPostalCode = new Set(
  (
    'BO BW CF KI KM CG CK CI LY AG AW UG BS SY AO BQ CW HM BZ BJ SH DJ DM BF BI CM ML NR MO MW AN TV GY HK SC SL SB GH RW ' +
    'KN TF ST TL GQ ER GD GM QA FJ NU MR VU YE ZW SR TG TK TO AE'
  ).split(' '),
);

export const hasPostalCode = (country: string): boolean => !withoutPostalCode.has(country);

/**
 * Formats of postal codes: # is a digit, A a letter, X either, everything else is itself; alternatives are separated by a
 * bar. A country that is not listed accepts any text.
 */
const postalFormats: Record<string, string> = {
  '##': 'JM',
  '###': 'LS MG IS OM FO PG',
  '####': 'CX CC LR LI AM AU AT AF BD SJ DK BG CV CY MZ LU MK GW HT ZA GE HU PH ET GL NO NE NF PY NZ AL CH TN',
  '#####':
    'BT TD BA ID JO KE KR KW IT LA DZ UA CU AX IQ ME RS SD SS KH HR DO MM NA NP MY MA TR HN SN GU FR GT DE EG EE PK PR MN ' +
    'MP PW FI NI MH MX UY VI ZM ES LK TW TH',
  '######': 'CN KZ KG CO TM SG RO EC NG PA VN TJ TT',
  '###|####': 'BH',
  '####|#####': 'CR MV',
  '#####|#######': 'IL',
  '#####|#####-###': 'BR',
  '#####|#####-####': 'US',
  '######|### ###': 'IN',
  '#######|###-####': 'JP',
  '### ##|#####': 'CZ GR SK',
  '##-###': 'PL',
  '####|####-###': 'PT',
  '#####-####': 'SA',
  '#### AA|####AA': 'NL',
  'AA ##|AA AA': 'BM',
  'AA####': 'BN',
  'A#A #A#|A#A#A#': 'CA',
  'A#X XXXX|A#XXXXX': 'IE',
  'AAA ####|AAA####': 'MT',
  'A###': 'SZ',
  'A# #AA|A#X #AA|AA# #AA|AA#X #AA|A##AA|A#X#AA|AA##AA|AA#X#AA': 'GB',
  'B-####|####': 'BE',
  '#####|LT-#####': 'LT',
  'S-#####|SE-#####|#####|### ##': 'SE',
  'VC####': 'VC',
  '1101': 'SV',
  '120': 'VA',
  '4789#': 'SM',
  '97133': 'BL',
  '97150': 'MF',
  '971##': 'GP',
  '972##': 'MQ',
  '973##': 'GF',
  '974##': 'RE',
  '97500': 'PM',
  '976##': 'YT',
  '980##': 'MC',
  '986##': 'WF',
  '987##': 'PF',
  '988##': 'NC',
};

const classes: Record<string, string> = { '#': '[0-9]', A: '[A-Z]', X: '[A-Z0-9]' };
const patternOf = (format: string): string => format.replace(/[#AX]/g, (sign) => classes[sign] ?? sign);

const patterns = new Map<string, { formats: string; regex: RegExp }>();
for (const [formats, countries] of Object.entries(postalFormats)) {
  const regex = new RegExp(`^(?:${patternOf(formats)})$`, 'i');
  for (const country of countries.split(' '))
    patterns.set(country, { formats: formats.replaceAll('|', ' or '), regex });
}

/** The formats of a country's postal codes if this code matches none of them; null if it is valid. */
export const wrongPostalFormat = (country: string, postalCode: string): string | null => {
  const found = patterns.get(country);
  return !found || found.regex.test(postalCode) ? null : found.formats;
};
