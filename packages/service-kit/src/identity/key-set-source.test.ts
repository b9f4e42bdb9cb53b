import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testTokens } from '@kinmel/testing';
import { keySetSource } from './key-set-source.ts';

describe('the key set', () => {
  const fileTokens = testTokens();
  afterAll(() => fileTokens.cleanUp());

  it('is empty without a setting', async () => {
    expect(await keySetSource({})()).toEqual({ keys: [] });
  });

  it('contains the keys of auth and of the file, and rejects when either is missing', async () => {
    const authKeySet = testTokens().jwks;
    const server = createServer((_req, res) => res.end(JSON.stringify(authKeySet)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/auth/jwks.json`;
    const readKeys = keySetSource({ JWKS_URL: url, JWKS_FILE: fileTokens.jwksFile });
    expect(await readKeys()).toEqual({ keys: [...fileTokens.jwks.keys, ...authKeySet.keys] });
    await new Promise((resolve) => server.close(resolve));
    await expect(readKeys()).rejects.toThrow();
  });
});
