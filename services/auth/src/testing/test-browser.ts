import type { SessionAnswer } from '@kinmel/contracts';
import request from 'supertest';
import type { TestAuth } from './test-auth.ts';

/** A browser that stores cookies and the storage half, and sends fetch metadata. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  storage: Pick<SessionAnswer, 'token' | 'refreshToken'> = { token: '', refreshToken: '' };
  /** Sent with every call. */
  headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' };
  readonly #auth: TestAuth;

  constructor(auth: TestAuth) {
    this.#auth = auth;
  }

  /** Another tab with the same cookies and storage. */
  tab(): TestBrowser {
    const tab = new TestBrowser(this.#auth);
    for (const [name, value] of this.cookies) tab.cookies.set(name, value);
    tab.storage = { ...this.storage };
    tab.headers = this.headers;
    return tab;
  }

  async send(
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    body?: object,
    { token }: { readonly token?: string | undefined } = {},
  ): Promise<request.Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const call = request(this.#auth.server)
      [method](path)
      .set({
        ...this.headers,
        ...(cookie === '' ? {} : { Cookie: cookie }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      });
    const answer = await (body === undefined ? call : call.send(body));
    for (const line of setCookies(answer)) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=', 2);
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  /** A call with the access token. */
  call(method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object): Promise<request.Response> {
    return this.send(method, path, body, { token: this.storage.token });
  }

  /** Uploads a file with the access token. */
  upload(
    path: string,
    field: string,
    bytes: Buffer,
    { name = 'me.png', type = 'image/png' } = {},
  ): Promise<request.Response> {
    return Promise.resolve(
      request(this.#auth.server)
        .post(path)
        .set(this.headers)
        .set('Authorization', `Bearer ${this.storage.token}`)
        .attach(field, bytes, { filename: name, contentType: type }),
    );
  }

  async signUp(person: Partial<typeof samplePerson> = {}): Promise<request.Response> {
    return this.#storeTokens(await this.send('post', '/api/auth/signup', { ...samplePerson, ...person }));
  }

  async logIn(email: string = samplePerson.email, password: string = samplePerson.password) {
    return this.#storeTokens(await this.send('post', '/api/auth/login', { email, password }));
  }

  async logInWithPasskey(credential: object) {
    return this.#storeTokens(await this.send('post', '/api/auth/login/passkey', { credential }));
  }

  async logInWithRecoveryCode(code: string, email: string = samplePerson.email) {
    return this.#storeTokens(await this.send('post', '/api/auth/login/recovery-code', { email, code }));
  }

  async refresh(refreshToken = this.storage.refreshToken): Promise<request.Response> {
    return this.#storeTokens(await this.send('post', '/api/auth/refresh', { refreshToken }));
  }

  /** A renewal whose answer is lost. */
  async refreshWithLostAnswer(): Promise<void> {
    const before = this.storage;
    await this.refresh();
    this.storage = before;
  }

  logOut(refreshToken: string | undefined = this.storage.refreshToken): Promise<request.Response> {
    return this.send('post', '/api/auth/logout', { refreshToken });
  }

  #storeTokens(answer: request.Response): request.Response {
    if (answer.status < 300) {
      this.storage = { token: answer.body.token, refreshToken: answer.body.refreshToken };
    }
    return answer;
  }
}

/** A browser in which the sample person, or another one, has just signed up. */
export async function signedUp(auth: TestAuth, person?: Partial<typeof samplePerson>): Promise<TestBrowser> {
  const browser = new TestBrowser(auth);
  await browser.signUp(person);
  return browser;
}

export const samplePerson = {
  fullName: 'Ram Thapa',
  email: 'ram@example.com',
  number: '+977 9801234567',
  password: 'Orchid77',
};

export function setCookies(answer: request.Response): string[] {
  const lines: unknown = answer.headers['set-cookie'];
  return Array.isArray(lines) ? lines.map(String) : [];
}
