/** How the person signed in on this page. The login page writes it, the account menu then offers a passkey. */
export const lastSignIn = { isWithPassword: false };
