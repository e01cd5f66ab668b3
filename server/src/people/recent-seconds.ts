/** A sign-in counts as recent for so long, to the library and to us. */
export const recentSeconds = 900;
