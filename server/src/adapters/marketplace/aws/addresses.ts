/** The suffix of host names in each partition of AWS, by the prefix of its regions; the first match counts. */
const partitions: readonly (readonly [prefix: string, suffix: string])[] = [
  ['cn-', 'amazonaws.com.cn'],
  ['us-isob-', 'sc2s.sgov.gov'],
  ['us-isof-', 'csp.hci.ic.gov'],
  ['us-iso-', 'c2s.ic.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk'],
  ['eusc-', 'amazonaws.eu'],
  ['', 'amazonaws.com'],
];

/** The address of an AWS service in a region, as the SDK determines it. `template`: as in the table of partner services. */
export const awsAddressOf = (template: string, regions: { region: string; meteringRegion: string }): string => {
  const region = template.includes('{meteringRegion}') ? regions.meteringRegion : regions.region;
  const suffix = partitions.find(([prefix]) => region.startsWith(prefix))?.[1] ?? 'amazonaws.com';
  return template.replace(/\{\w*egion\}/, region).replace(/amazonaws\.com$/, suffix);
};
