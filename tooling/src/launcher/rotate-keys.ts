import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readCommandLine } from '../bootstrap/command-line.ts';
import { checkoutFolder, defaultStateFolder, stackFolders } from './stack.ts';

const help = `npm run rotate-keys

Gives the shop of this clone a new key for access tokens, also while it runs: known at once, it signs in six
minutes, and nobody is signed out. AUTH_KEYS_FOLDER names the keys of another shop.
`;

readCommandLine(help, {});
// Runs the service's own command with the key folder of this clone.
const command = join(checkoutFolder, 'services/auth/src/keys/rotate.ts');
const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', command], {
  cwd: checkoutFolder,
  stdio: 'inherit',
  env: { AUTH_KEYS_FOLDER: stackFolders(defaultStateFolder).authKeys, ...process.env },
});
process.exitCode = status ?? 1;
