import { join } from 'node:path';
import { findHaproxy } from '@kinmel/tooling/optional-binaries';
import { checkoutFolder, type StackOptions } from '@kinmel/tooling/stack';
import { test } from '@playwright/test';
import { openShop } from '../../setup/open-shop.ts';

/** Runs `work` in a separate shop with two instances of each part, because other tests kill parts of the shared one. */
export async function withInstances(
  work: (shopUrl: string) => Promise<void>,
  options: Pick<StackOptions, 'replicas'> = {},
): Promise<void> {
  test.skip((await findHaproxy()) === undefined, 'It needs HAProxy.');
  test.setTimeout(900_000);
  const shop = await openShop({
    stateFolder: join(checkoutFolder, '.kinmel', 'e2e-instances'),
    instances: 2,
    ...options,
  });
  const { KINMEL_E2E_CONTROL } = process.env;
  process.env.KINMEL_E2E_CONTROL = shop.controlUrl;
  try {
    await work(shop.shopUrl);
  } finally {
    process.env.KINMEL_E2E_CONTROL = KINMEL_E2E_CONTROL;
    await shop.close();
  }
}
