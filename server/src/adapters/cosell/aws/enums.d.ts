// The words of the API alone: the whole SDK takes 16 MB and is loaded by the first call.
declare module '@aws-sdk/client-partnercentral-selling/dist-es/models/enums.js' {
  export * from '@aws-sdk/client-partnercentral-selling';
}
