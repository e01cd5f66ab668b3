/** The identity provider's name in the library and in rows of `account_login`. */
export const oidcId = 'oidc';
