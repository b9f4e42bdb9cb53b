import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sandboxKey } from '@kinmel/tooling/check-books';
import { checkoutFolder } from '@kinmel/tooling/stack';
import { expect, test } from '@playwright/test';
import { stackState } from '../support/stack/stack-control.ts';
import { showInSummary } from '../support/summary.ts';

test('after all tests of a run, check-books reports that every invariant holds (I-1 to I-10, I-17 to I-34, I-40 to I-47, I-50 to I-62)', async () => {
  test.setTimeout(150_000);
  const { urls } = await stackState();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(checkoutFolder, 'tooling/src/check-books/main.ts'),
      '--settle-ms',
      // Just after the start some events may still be on their way; they are resent every minute.
      '120000',
    ],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        MONGODB_URI: urls.mongodb,
        AMQP_URL: urls.amqp,
        STRIPE_SECRET_KEY: sandboxKey,
        STRIPE_API_BASE: urls.paymentSandbox,
      },
    },
  );
  showInSummary(stdout);
  const lines = stdout.split('\n').filter((line) => line.startsWith('I-'));
  expect(lines.map((line) => line.split(/ +/).slice(0, 2))).toEqual(
    [
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34,
      40, 41, 42, 43, 44, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62,
    ].map((number) => [`I-${number}`, 'holds']),
  );
  expect(status, stderr).toBe(0);
});
