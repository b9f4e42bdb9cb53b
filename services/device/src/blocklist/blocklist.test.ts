import { awayImei, listedImei, startPaymentSandbox } from '@kinmel/tooling/payment-sandbox';
import { blocklistClient } from './blocklist.ts';

let sandbox: Awaited<ReturnType<typeof startPaymentSandbox>>;
beforeAll(async () => {
  sandbox = await startPaymentSandbox({
    port: 0,
    webhookUrl: 'http://127.0.0.1:9/',
    webhookSecret: 'whsec_of_a_test',
    secretKey: 'sk_test_sandbox',
  });
});
afterAll(() => sandbox.stop());

const ask = (imei: string) => blocklistClient(`${sandbox.address}/blocklist`)(imei);

describe('the register of stolen phones', () => {
  it('answers whether a phone is listed', async () => {
    expect(await ask('356938035643809')).toBe('clean');
    expect(await ask(listedImei)).toBe('listed');
  });

  it('rejects when it does not answer, answers with an error, or has no address', async () => {
    await expect(ask(awayImei)).rejects.toThrow('fetch failed');
    await expect(ask('12')).rejects.toThrow('the register answered 400');
    await expect(blocklistClient(undefined)(listedImei)).rejects.toThrow('BLOCKLIST_URL is not set');
  });
});
