import type { AwsCall, Operations } from '../call.ts';
import { cutPage } from '../paging.ts';
import type { Agreement } from '../state.ts';
import { describeAgreement, entitlementView } from './agreement-view.ts';
import { cancellationOperations, readAgreementId } from './cancellation.ts';
import { listCharges, listInvoiceLineItems } from './invoice-line-items.ts';
import { agreementNotFound, invalid } from './refusals.ts';
import { readPageSize, searchAgreements } from './search-agreements.ts';
import { acceptedTermView } from './terms.ts';

/** The operations of the AWS Marketplace Agreement Service by name. */
export const agreementOperations: Operations = {
  ...cancellationOperations,
  SearchAgreements: searchAgreements,
  ListAgreementInvoiceLineItems: listInvoiceLineItems,
  ListAgreementCharges: listCharges,
  DescribeAgreement: (call) => describeAgreement(requireAgreement(call)),

  GetAgreementTerms(call) {
    const agreement = requireAgreement(call);
    const page = cutList(call, agreement.terms, agreement.id);
    return { acceptedTerms: page.items.map((term) => acceptedTermView(term, agreement)), nextToken: page.nextToken };
  },

  GetAgreementEntitlements(call) {
    const agreement = requireAgreement(call);
    const { store, clock } = call.simulation;
    const page = cutList(call, [entitlementView(store, agreement, clock.now())], agreement.id);
    return { agreementEntitlements: page.items, nextToken: page.nextToken };
  },
};

const requireAgreement = ({ simulation, account, input }: AwsCall): Agreement => {
  const id = readAgreementId(input.agreementId);
  const agreement = simulation.store.get('agreements', id);
  if (agreement && (agreement.sellerAccountId === account.id || agreement.buyerAccountId === account.id))
    return agreement;
  throw agreementNotFound(id);
};

const cutList = <T>(call: AwsCall, items: T[], query: string) =>
  cutPage(items, {
    size: readPageSize(call.input.maxResults),
    token: call.input.nextToken as string | undefined,
    query,
    refuse: () => invalid('INVALID_NEXT_TOKEN', 'nextToken is not valid for this request', 'nextToken'),
  });
