/**
 * Faults that `npm run explore -- --plant <name>` switches on, to prove that the explorer finds them:
 * `docs/how-to/explore.md` lists them.
 */
const { PLANTED: setting = '', NODE_ENV: environment } = process.env;

if (setting !== '' && environment === 'production') {
  throw new Error('PLANTED breaks guarantees and is for tests: it is refused in production.');
}

const names = new Set(setting.split(','));

/** Whether the fault of this name is switched on. */
export const planted = (name: string): boolean => names.has(name);
