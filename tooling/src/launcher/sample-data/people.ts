/** An account of the sample data. */
export type SeededPerson = ReturnType<typeof seededPeople>['customer'];

/**
 * The accounts of the sample data, with the same ids in every service; `ADMIN_EMAIL` and `ADMIN_PASSWORD` replace the
 * admin's.
 */
export const seededPeople = (env: NodeJS.ProcessEnv = process.env) => ({
  admin: {
    id: '6600000000000000000000a1',
    email: env.ADMIN_EMAIL || 'admin@kinmel.example',
    password: env.ADMIN_PASSWORD || 'Admin123',
  },
  customer: {
    id: '6600000000000000000000c1',
    email: 'customer@kinmel.example',
    password: 'Customer123',
  },
});

/** A staff account for each role except owner, which the admin has. Created by the seed of auth. */
export const seededStaff = { email: '<role>@kinmel.example', password: 'Staff123' } as const;

const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * `production` when others can reach the shop (`SHOP_URL`, `GATEWAY_PUBLIC_URL`): then the seeds create no account with
 * a known password.
 */
export function seedMode(env: NodeJS.ProcessEnv = process.env): 'production' | 'development' {
  const address = env.SHOP_URL || env.GATEWAY_PUBLIC_URL;
  if (env.NODE_ENV === 'production') return 'production';
  if (!address) return 'development';
  return URL.canParse(address) && loopbackHost.test(new URL(address).hostname) ? 'development' : 'production';
}
