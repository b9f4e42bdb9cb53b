import { resolve } from 'node:path';
import { readCommandLine, refuseCall } from '../bootstrap/command-line.ts';
import { packForRemotes } from './pack.ts';

const usage =
  'npm run pack -- <folder>   pack what remotes of other repositories install into <folder>/vendor';
const { positionals } = readCommandLine(usage, { allowPositionals: true });
const [folder] = positionals;
if (folder === undefined || positionals.length > 1) refuseCall(usage, 'Name one folder.');
await packForRemotes(resolve(folder, 'vendor'));
