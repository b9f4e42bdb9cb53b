import type { Authenticator } from './authenticator.ts';
import type { TestBrowser } from './test-browser.ts';

const dataOf = async (answer: Promise<{ body: { data: { challenge: string; user: { id: string } } } }>) =>
  (await answer).body.data;

/** The steps of a person with a passkey, through the endpoints. */
export const optionsToAdd = (browser: TestBrowser) =>
  dataOf(browser.call('post', '/api/auth/passkeys/options'));

export const sendAdded = (browser: TestBrowser, credential: object, name = 'Phone') =>
  browser.call('post', '/api/auth/passkeys', { credential, name, transports: ['internal'] });

export async function addPasskey(browser: TestBrowser, authenticator: Authenticator, name?: string) {
  return sendAdded(browser, authenticator.create(await optionsToAdd(browser)), name);
}

export const optionsToLogIn = (browser: TestBrowser) =>
  dataOf(browser.send('post', '/api/auth/login/passkey/options'));

export const optionsToProve = (browser: TestBrowser) =>
  dataOf(browser.call('post', '/api/auth/proof/options'));
