import type { AwsCall, Operations } from '../call.ts';
import { awsError } from '../errors.ts';
import { cutPage } from '../paging.ts';
import type { Json } from '../state.ts';

const filterNames = ['CUSTOMER_AWS_ACCOUNT_ID', 'CUSTOMER_IDENTIFIER', 'DIMENSION', 'LICENSE_ARN'];
const fieldOfFilter: Record<string, string> = {
  CUSTOMER_AWS_ACCOUNT_ID: 'CustomerAWSAccountId',
  CUSTOMER_IDENTIFIER: 'CustomerIdentifier',
  DIMENSION: 'Dimension',
  LICENSE_ARN: 'LicenseArn',
};

/** AWS Entitlement API, GetEntitlements: buyers' current entitlements; values of a filter are ORed, filters ANDed. */
const getEntitlements = ({ simulation, account, input }: AwsCall): Record<string, unknown> => {
  const { store } = simulation;
  const code = input.ProductCode;
  if (typeof code !== 'string' || code.length < 1 || code.length > 255) throw refuse('ProductCode must be given.');
  const product = store.get('entities', store.get('productCodes', code)?.productId ?? '');
  if (product?.type !== 'SaaSProduct' || product.accountId !== account.id) {
    throw refuse(`Product ${code} is not one of this account.`);
  }
  const filters = readFilters(input.Filter);
  const size = input.MaxResults ?? 25;
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 1 || size > 25) {
    throw refuse('MaxResults must be between 1 and 25.');
  }
  const entitlements = store
    .list('agreements')
    .filter((agreement) => agreement.productId === product.id && agreement.status === 'ACTIVE')
    .filter((agreement) => agreement.licenseArn !== null)
    .flatMap((agreement) => {
      const customer = store.get('customers', `${product.code}/${agreement.buyerAccountId}`);
      return agreement.entitlements.map(
        (item): Json => ({
          ProductCode: product.code,
          Dimension: item.dimensionKey,
          CustomerAWSAccountId: agreement.buyerAccountId,
          ...(product.legacy && customer ? { CustomerIdentifier: customer.customerIdentifier } : {}),
          Value: { IntegerValue: item.quantity },
          ...(agreement.endAt === null ? {} : { ExpirationDate: agreement.endAt / 1000 }),
          LicenseArn: agreement.licenseArn,
        }),
      );
    })
    .filter((item) => filters.every(([field, values]) => values.includes(String(item[field]))));
  const page = cutPage(entitlements, {
    size,
    token: input.NextToken as string | undefined,
    query: [code, input.Filter],
    refuse: () => refuse('NextToken is not valid for this request.'),
  });
  return { Entitlements: page.items, NextToken: page.nextToken };
};

/** The operations of the AWS Marketplace Entitlement Service by name. */
export const entitlementOperations: Operations = { GetEntitlements: getEntitlements };

const readFilters = (value: unknown): [string, string[]][] => {
  const filters = Object.entries((value ?? {}) as Record<string, unknown>);
  const names = filters.map(([name]) => name);
  if (names.includes('CUSTOMER_AWS_ACCOUNT_ID') && names.includes('CUSTOMER_IDENTIFIER')) {
    throw refuse('CUSTOMER_IDENTIFIER and CUSTOMER_AWS_ACCOUNT_ID exclude each other.');
  }
  return filters.map(([name, values]) => {
    if (!filterNames.includes(name)) throw refuse(`${name} is not a filter.`);
    if (!Array.isArray(values) || values.length < 1) throw refuse(`${name} has at least one value.`);
    return [fieldOfFilter[name] ?? name, values.map(String)];
  });
};

const refuse = (message: string): Error => awsError('InvalidParameterException', 400, message);
