import { openShop } from './open-shop.ts';

// For writing tests: the shop stays open between runs that are started with these two variables.
const shop = await openShop();
process.stdout.write(`\nexport KINMEL_E2E_CONTROL=${shop.controlUrl} KINMEL_E2E_SHOP=${shop.shopUrl}\n\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void shop.close().then(() => process.exit(0));
  });
}
