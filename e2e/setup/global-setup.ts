import { openShop } from './open-shop.ts';

/** Opens a shop for this run, or takes the one that `node e2e/setup/keep-open.ts` holds open. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.KINMEL_E2E_CONTROL && process.env.KINMEL_E2E_SHOP) return async () => {};
  const shop = await openShop();
  process.env.KINMEL_E2E_CONTROL = shop.controlUrl;
  process.env.KINMEL_E2E_SHOP = shop.shopUrl;
  return () => shop.close();
}
