import { testFolder } from '@kinmel/testing/folder';
import { freePorts, isPortFree } from '../processes/ports.ts';
import { keptSecrets } from '../secrets.ts';
import { startPaymentProvider, usesSandbox } from './payment-provider.ts';

// Starts a process, which is slow on a busy machine.
jest.setTimeout(60_000);

describe('the payment provider', () => {
  const { root: folder, pathOf } = testFolder();
  const options = (port: number, env: NodeJS.ProcessEnv) => ({
    port,
    shopPort: 8080,
    folder: pathOf('payments'),
    secrets: keptSecrets(folder),
    logFile: pathOf('payments.log'),
    env,
  });

  it('is the sandbox without a Stripe key, with the secret that signs its webhooks', async () => {
    const [port = 0] = await freePorts(1);
    const payments = await startPaymentProvider(options(port, {}));
    try {
      expect(payments.environment).toMatchObject({
        STRIPE_API_BASE: `http://127.0.0.1:${port}`,
        STRIPE_SECRET_KEY: 'sk_test_sandbox',
        STRIPE_WEBHOOK_SECRET: keptSecrets(folder).STRIPE_WEBHOOK_SECRET,
      });
      const answer = await fetch(`${payments.sandboxUrl}/v1/checkout/sessions/cs_test_none`);
      expect(answer.status).toBe(401);
    } finally {
      await payments.process.stop();
    }
    expect(await isPortFree(port)).toBe(true);
  });

  it.each([
    ['a key is set', { STRIPE_SECRET_KEY: 'sk_live_1' }],
    ['this is production', { NODE_ENV: 'production' }],
  ])('is not the sandbox when %s', async (_when, env) => {
    const [port = 0] = await freePorts(1);
    expect(usesSandbox(env)).toBe(false);
    const payments = await startPaymentProvider(options(port, env));
    expect(payments).toMatchObject({ environment: {}, sandboxUrl: undefined, process: { pids: [] } });
    expect(await isPortFree(port)).toBe(true);
  });
});
