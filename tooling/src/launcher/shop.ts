import { readCommandLine, refuseCall, wholeNumberOption } from '../bootstrap/command-line.ts';
import { askShop } from './control.ts';
import { instanceName } from './instances.ts';
import { defaultStateFolder, runningShop } from './stack.ts';

const help = `npm run shop -- status
npm run shop -- kill|freeze|restart <part> [instance]

Controls the running shop of this checkout (npm start):

  status              each part with its processes, and whether it is ready
  kill order 2        ends the second instance of order at once; it stays stopped until a restart
  kill database 1     the same for the first member of the database, or kill broker 1 (npm start -- --replicas 3)
  freeze order 2      the instance does not answer until a restart
  restart order 2     the instance finishes running requests, and starts again; a stopped one starts
  restart balancer    the same for HAProxy, which all calls pass (npm start -- --instances 2)
  --help              this text
`;

const actions = ['kill', 'freeze', 'restart'];

const { positionals } = readCommandLine(help, { allowPositionals: true });
const [action = '', part, instance = '1', ...otherWords] = positionals;
if (otherWords.length > 0) refuseCall(help, `Too many words: ${otherWords.join(' ')}`);
if (action !== 'status' && !actions.includes(action)) refuseCall(help, `No action "${action}"`);
if ((action === 'status') !== (part === undefined))
  refuseCall(
    help,
    action === 'status' ? 'status: of the whole shop' : `${action}: name a part, such as order`,
  );
const index = wholeNumberOption(help, 'instance', instance, 1) - 1;

const stateFolder = process.env.KINMEL_STATE_FOLDER || defaultStateFolder;
try {
  if (runningShop(stateFolder) === undefined)
    throw new Error('No shop runs on this checkout. Start one: npm start');
  const parts =
    part === undefined
      ? await askShop(stateFolder)
      : await askShop(stateFolder, action, instanceName(part, index));
  for (const { name, pids, state, url } of parts)
    process.stdout.write(`${name.padEnd(20)} ${url.padEnd(24)} ${pids.join(', ').padEnd(16)} ${state}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
