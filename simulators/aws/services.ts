import { agreementOperations } from './agreement/operations.ts';
import type { Operations } from './call.ts';
import { catalogOperations } from './catalog/operations.ts';
import { entitlementOperations } from './entitlement/operations.ts';
import { meteringOperations } from './metering/operations.ts';
import { accountOperations } from './partner-central/account-operations.ts';
import { sellingOperations } from './partner-central/selling-operations.ts';

/** The wire protocol of one AWS service. */
export type Service = {
  name: 'catalog' | 'agreement' | 'metering' | 'entitlement' | 'selling' | 'partner-account';
  /** The service in the scope of its credentials. */
  signingName: string;
  protocol: 'restJson1' | 'awsJson1_0' | 'awsJson1_1';
  /** Namespace of the errors in awsJson bodies, and the member that has their message. */
  namespace: string;
  messageMember: 'message' | 'Message';
  operations: Operations;
  /** The only region that its endpoint accepts; null for any. */
  region: string | null;
  throttling: { name: string; status: number };
  internal: { name: string; status: number };
};

const catalog: Service = {
  name: 'catalog',
  signingName: 'aws-marketplace',
  protocol: 'restJson1',
  namespace: 'com.amazonaws.marketplacecatalog',
  messageMember: 'Message',
  operations: catalogOperations,
  region: 'us-east-1',
  throttling: { name: 'ThrottlingException', status: 429 },
  internal: { name: 'InternalServiceException', status: 500 },
};

/** The services of awsJson by the prefix of X-Amz-Target. */
const targets: Record<string, Service> = {
  AWSMPCommerceService_v20200301: {
    name: 'agreement',
    signingName: 'aws-marketplace',
    protocol: 'awsJson1_0',
    namespace: 'com.amazonaws.marketplaceagreement',
    messageMember: 'message',
    operations: agreementOperations,
    region: 'us-east-1',
    throttling: { name: 'ThrottlingException', status: 429 },
    internal: { name: 'InternalServerException', status: 500 },
  },
  AWSMPMeteringService: {
    name: 'metering',
    signingName: 'aws-marketplace',
    protocol: 'awsJson1_1',
    namespace: 'com.amazonaws.marketplacemetering',
    messageMember: 'message',
    operations: meteringOperations,
    region: null,
    throttling: { name: 'ThrottlingException', status: 400 },
    internal: { name: 'InternalServiceErrorException', status: 500 },
  },
  AWSMPEntitlementService: {
    name: 'entitlement',
    signingName: 'aws-marketplace',
    protocol: 'awsJson1_1',
    namespace: 'com.amazonaws.marketplaceentitlementservice',
    messageMember: 'message',
    operations: entitlementOperations,
    region: null,
    throttling: { name: 'ThrottlingException', status: 400 },
    internal: { name: 'InternalServiceErrorException', status: 500 },
  },
  AWSPartnerCentralSelling: {
    name: 'selling',
    signingName: 'partnercentral-selling',
    protocol: 'awsJson1_0',
    namespace: 'com.amazonaws.partnercentralselling',
    messageMember: 'Message',
    operations: sellingOperations,
    region: 'us-east-1',
    throttling: { name: 'ThrottlingException', status: 429 },
    internal: { name: 'InternalServerException', status: 500 },
  },
  PartnerCentralAccount: {
    name: 'partner-account',
    signingName: 'partnercentral-account',
    protocol: 'awsJson1_0',
    namespace: 'com.amazonaws.partnercentralaccount',
    messageMember: 'Message',
    operations: accountOperations,
    region: 'us-east-1',
    throttling: { name: 'ThrottlingException', status: 429 },
    internal: { name: 'InternalServerException', status: 500 },
  },
};

/** Method of each path of the Catalog API, the only restJson service. */
const catalogMethods: Record<string, string> = {
  StartChangeSet: 'POST',
  DescribeChangeSet: 'GET',
  ListChangeSets: 'POST',
  CancelChangeSet: 'PATCH',
  ListEntities: 'POST',
  DescribeEntity: 'GET',
  BatchDescribeEntities: 'POST',
  TagResource: 'POST',
  UntagResource: 'POST',
  ListTagsForResource: 'POST',
  PutResourcePolicy: 'POST',
  GetResourcePolicy: 'GET',
  DeleteResourcePolicy: 'DELETE',
};

/** The operation that a request names; `operation` is null if the service does not have it. */
export type Route = { service: Service; operation: string | null };

/** Finds the service and operation of a request by its path or target; null if it is for none of these services. */
export const findRoute = (request: { method: string; path: string; target: string | undefined }): Route | null => {
  if (request.target !== undefined) {
    if (request.path !== '/' || request.method !== 'POST') return null;
    const [prefix = '', operation = ''] = request.target.split('.');
    const service = Object.hasOwn(targets, prefix) ? targets[prefix] : undefined;
    if (!service) return null;
    return { service, operation: Object.hasOwn(service.operations, operation) ? operation : null };
  }
  const name = request.path.slice(1);
  if (!Object.hasOwn(catalogMethods, name)) return null;
  return { service: catalog, operation: catalogMethods[name] === request.method ? name : null };
};
