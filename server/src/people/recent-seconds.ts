/** How long a sign-in counts as recent, for the library and for us. */
export const recentSeconds = 900;
