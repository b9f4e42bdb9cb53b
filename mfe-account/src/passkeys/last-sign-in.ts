/**
 * How the person signed in on this page. Set by the login page; the account menu offers a passkey when it was the
 * password.
 */
export const lastSignIn = { isWithPassword: false };
