import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../bootstrap/command-line.ts';
import { type Checks, findingsOf, messageOf } from './check.ts';
import { installChecks } from './install-checks.ts';
import { machineProbe } from './machine-probe.ts';

const help = `npm run doctor

Looks for common faults of this machine and checkout, and names the command that fixes each. It changes nothing itself.
Exits with 1 when something is wrong.
`;

readCommandLine(help, {});
const probe = machineProbe(fileURLToPath(new URL('../../..', import.meta.url)));
let faultCount = 0;

async function print(checks: Checks): Promise<void> {
  for (const [name, check] of Object.entries(checks)) {
    const findings = await findingsOf(check, probe);
    faultCount += findings.length;
    if (findings.length === 0) console.log(`✓ ${name}`);
    for (const { fault, mend } of findings) console.log(`✗ ${name}: ${fault}\n    mend it: ${mend}`);
  }
}

/** These checks import sources of the checkout; a source that does not parse is a finding. */
async function sourceChecks(): Promise<Checks> {
  try {
    return (await import('./checks.ts')).checks;
  } catch (error) {
    const fault = `cannot be loaded: ${messageOf(error)}`;
    return {
      sources: async function* () {
        yield { fault, mend: 'npx tsc -b --noEmit   (names file and line)' };
      },
    };
  }
}

await print(installChecks);
if (faultCount === 0) await print(await sourceChecks());
else console.log('The other checks need the locked packages: run it again after that.');
console.log(faultCount === 0 ? '\nNothing is wrong.' : `\n${faultCount} of them to mend.`);
if (faultCount > 0) process.exitCode = 1;
