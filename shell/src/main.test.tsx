import { waitFor } from '@testing-library/react';

const startShop = jest.fn();
jest.mock('./start-shop.tsx', () => ({ startShop }));

describe('the first script of the shell', () => {
  beforeEach(() => jest.resetModules());
  afterEach(() => jest.restoreAllMocks());

  it('does not start the app in an unsupported browser, leaving the server-rendered page', async () => {
    globalThis.kinmelEarlyInput = undefined;
    const setTimeoutSpy = jest.spyOn(globalThis, 'setTimeout');
    await import('./main.tsx');
    expect(setTimeoutSpy).not.toHaveBeenCalled();
  });

  it('starts the app in supported browsers', async () => {
    globalThis.kinmelEarlyInput = [];
    await import('./main.tsx');
    await waitFor(() => expect(startShop).toHaveBeenCalledTimes(1), { timeout: 4000 });
  });
});
