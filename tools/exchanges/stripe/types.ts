import { join } from 'node:path';
import ts from 'typescript';
import type { StripeOperation } from './operations.ts';

/**
 * The resources whose declarations are read: those exchanged, and those they contain. Reading all of the SDK's would
 * take as long as all tests of a partner. A value of a type that is not read is a difference (`no declaration`), so
 * that nothing is silently skipped.
 */
const resources = [
  ...[
    'Accounts',
    'Applications',
    'Balance',
    'BalanceTransactions',
    'BankAccounts',
    'Cards',
    'Charges',
    'CustomerBalanceTransactions',
  ],
  ...[
    'Customers',
    'Discounts',
    'Disputes',
    'Events',
    'InvoiceItems',
    'InvoiceLineItems',
    'InvoicePayments',
    'Invoices',
    'Mandates',
  ],
  ...[
    'PaymentIntents',
    'PaymentMethods',
    'PaymentSources',
    'Payouts',
    'Prices',
    'Products',
    'Refunds',
    'SetupAttempts',
  ],
  ...['SetupIntents', 'Sources', 'TaxIds', 'WebhookEndpoints'],
  // The possible sources of a balance transaction: a union is known only if all of its parts are.
  ...[
    'BalanceTransactionSources',
    'ApplicationFees',
    'ConnectCollectionTransfers',
    'CustomerCashBalanceTransactions',
    'FeeRefunds',
    'ReserveTransactions',
    'TaxDeductedAtSources',
    'Topups',
    'TransferReversals',
    'Transfers',
  ],
  ...['index', 'Authorizations', 'Disputes', 'Transactions'].map((name) => `Issuing/${name}`),
];

export type StripeTypes = {
  checker: ts.TypeChecker;
  /** The parameters and the result of an operation; null if the SDK declares none. */
  of(operation: StripeOperation): { params: ts.Type | null; answer: ts.Type } | null;
  /** The type that a resource exports under a name. */
  named(resource: string, name: string): ts.Type;
};

/** Reads the declarations of the official SDK with the TypeScript compiler. */
export const readTypes = (sdkFolder: string): StripeTypes => {
  const fileOf = (resource: string): string => join(sdkFolder, 'resources', `${resource}.d.ts`);
  const program = ts.createProgram(
    [...resources.map(fileOf), ...['shared', 'lib', 'Decimal'].map((name) => join(sdkFolder, `${name}.d.ts`))],
    {
      ...{ strict: true, skipLibCheck: true, types: [], noEmit: true, noResolve: true },
      ...{ target: ts.ScriptTarget.ESNext, lib: ['lib.es2015.d.ts'] },
      ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
    },
  );
  const checker = program.getTypeChecker();

  const exportsOf = (resource: string): ts.Symbol[] => {
    const source = program.getSourceFile(fileOf(resource));
    const symbol = source && checker.getSymbolAtLocation(source);
    return symbol ? checker.getExportsOfModule(symbol) : [];
  };
  const named = (resource: string, name: string): ts.Type => {
    const found = exportsOf(resource).find((symbol) => symbol.name === name);
    if (!found) throw new Error(`the SDK of Stripe declares no ${name} in ${resource}`);
    return checker.getDeclaredTypeOfSymbol(found);
  };

  /** `Promise<Response<T>>` and `ApiListPromise<T>` as T and as a list of T. */
  const answerOf = (returned: ts.Type): ts.Type => {
    const [inner] = checker.getTypeArguments(returned as ts.TypeReference);
    if (!inner) return returned;
    if (returned.symbol.name !== 'Promise') {
      // An interface that extends Promise<Response<ApiList<T>>>.
      const then = returned.getProperty('then');
      const signature = then && checker.getTypeOfSymbol(then).getCallSignatures()[0];
      const resolved = signature?.getParameters()[0];
      const callback = resolved && checker.getNonNullableType(checker.getTypeOfSymbol(resolved));
      const [value] = callback?.getCallSignatures()[0]?.getParameters() ?? [];
      return value ? withoutResponse(checker.getTypeOfSymbol(value)) : returned;
    }
    return withoutResponse(inner);
  };
  /** `Response<T>` is T plus members added by the SDK. */
  const withoutResponse = (type: ts.Type): ts.Type => type.aliasTypeArguments?.[0] ?? type;

  return {
    checker,
    named,
    of: ({ resource, className, method }) => {
      if (!resources.includes(resource)) return null;
      const member = named(resource, className).getProperty(method);
      const signature = member && checker.getTypeOfSymbol(member).getCallSignatures()[0];
      if (!signature) return null;
      const params = signature.getParameters().find(({ name }) => name === 'params');
      return {
        params: params ? checker.getNonNullableType(checker.getTypeOfSymbol(params)) : null,
        answer: answerOf(signature.getReturnType()),
      };
    },
  };
};
