import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { BackupError } from '../backup/manifest.ts';
import { readCommandLine, refuseCall } from '../bootstrap/command-line.ts';
import { RotationError, rotateDataKey } from './rotate-data-key.ts';
import { rotateDeviceKey } from './rotate-device-key.ts';
import { checkoutFolder, defaultStateFolder, stackFolders } from './stack.ts';

const help = `npm run rotate-keys -- [data | device]

Gives the shop of this clone a new key for access tokens, also while it runs: known at once, it signs in six
minutes, and nobody is signed out. AUTH_KEYS_FOLDER names the keys of another shop.

  data   instead: a new DATA_KEY, which seals the keys of personal data, for the stopped shop of this clone. Another one,
         which may run: MONGODB_URI, DATA_KEY (the new key) and DATA_KEY_OTHER (the old one), which all its services have
  device instead: a new DEVICE_KEY, which encrypts the numbers of phones, for the stopped shop of this clone. Another one,
         whose device and service-request are stopped: MONGODB_URI, DATA_KEY, DEVICE_KEY (the new one) and DEVICE_KEY_OTHER
`;

const { positionals } = readCommandLine(help, { allowPositionals: true });

/** Runs the service's own command with the key folder of this clone. */
function rotateSigningKey(): number {
  const command = join(checkoutFolder, 'services/auth/src/keys/rotate.ts');
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', command], {
    cwd: checkoutFolder,
    stdio: 'inherit',
    env: { AUTH_KEYS_FOLDER: stackFolders(defaultStateFolder).authKeys, ...process.env },
  });
  return status ?? 1;
}

const shop = { env: process.env, onProgress: (text: string) => process.stdout.write(`${text}\n`) };

async function rotateStored(which: 'data' | 'device'): Promise<number> {
  try {
    if (which === 'device') await rotateDeviceKey(shop);
    else
      process.stdout.write(
        `${await rotateDataKey(shop)} keys of personal data are sealed with the new DATA_KEY.\n`,
      );
    return 0;
  } catch (error) {
    if (!(error instanceof BackupError || error instanceof RotationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

const [which, ...more] = positionals;
if (more.length > 0 || (which !== undefined && which !== 'data' && which !== 'device'))
  refuseCall(help, `${positionals.join(' ')}?`);
process.exitCode = which === undefined ? rotateSigningKey() : await rotateStored(which);
