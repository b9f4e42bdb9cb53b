import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readCommandLine, refuseCall } from '../bootstrap/command-line.ts';
import { checkoutFolder } from '../launcher/stack-folders.ts';
import { acceptedFile, breachText, compareWithRelease, releasedFile } from './compatibility.ts';
import { factsText } from './facts.ts';

const help = `npm run compatibility
npm run compatibility -- --release 0.2.0

Compares what services exchange and store (events, calls between them, settings, documents, indexes) with the last release:
instances of both run side by side during a rollout. docs/how-to/change-what-services-share.md

  --release <version>   writes tooling/src/compatibility/released.txt, unless something is left to mend
  --help                this text
`;

const { values } = readCommandLine(help, { options: { release: { type: 'string' } } });
const { release } = values;
if (release !== undefined && !/^\d+\.\d+\.\d+$/.test(release))
  refuseCall(help, `--release: expected a version such as 0.2.0, not "${release}"`);

const git = (...args: string[]) =>
  execFileSync('git', ['-C', checkoutFolder, ...args], { encoding: 'utf8' }).trim();

/** A version without a tag is not released yet, so its list may be overwritten. */
function isTagged(version: string): boolean {
  if (git('rev-parse', '--is-shallow-repository') === 'true')
    refuseCall(help, 'A shallow clone may not have all tags: git fetch --unshallow --tags');
  return git('tag', '--list', version) !== '';
}

const { version, facts, breaches } = await compareWithRelease(checkoutFolder);
const isRewrite = release === version;
if (release !== undefined && isTagged(release))
  refuseCall(help, `${release} is released: its list stays as it is`);
process.stdout.write(breaches.map((breach) => `${breachText(breach)}\n`).join(''));
if (breaches.length > 0 && !isRewrite) {
  process.stdout.write(
    `\n${breaches.length} facts do not fit release ${version}, which runs beside this version.\n`,
  );
  process.exitCode = 1;
} else if (release === undefined) process.stdout.write(`Fits release ${version}.\n`);
else {
  const header = `# Release ${release}. Written by \`npm run compatibility -- --release ${release}\`; do not edit.\n`;
  writeFileSync(releasedFile, header + factsText(facts));
  writeFileSync(acceptedFile, '{}\n');
  process.stdout.write(`${facts.size} facts of release ${release}.\n`);
}
