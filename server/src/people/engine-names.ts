/** How the library names the identity provider, and rows of `account_login` do. */
export const oidcId = 'oidc';
