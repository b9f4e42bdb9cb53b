/**
 * Faults that `npm run explore -- --planted <name>` or `npm run rig -- --planted <name>` switches on, to prove that it finds
 * them: `docs/how-to/explore.md` and `docs/how-to/rig.md` list them.
 */
const { PLANTED: setting = '', NODE_ENV: environment } = process.env;

if (setting !== '' && environment === 'production') {
  throw new Error('PLANTED breaks guarantees and is for tests: it is refused in production.');
}

const names = new Set(setting.split(','));

/** Whether the fault of this name is switched on. */
export const planted = (name: string): boolean => names.has(name);
