#!/usr/bin/env node
import { join } from 'node:path';
import { assertPactsVerified } from '@kinmel/gateway/registry';
import { originOption, readCommandLine, refuseCall, wholeNumberOption } from '../bootstrap/command-line.ts';
import { canaryOption, deployBuilt, readProtection } from '../deploy/deploy-command.ts';
import { buildPart } from '../deploy/deploy-part.ts';
import { startDevServer } from '../webpack/dev/dev-server.ts';
import { repositoryFolder } from '../webpack/paths.ts';
import { readDeclaration } from '../webpack/remote-config.ts';
import { shopFolders } from './shop-folders.ts';

const usage = `kinmel-remote <command>, in the repository of a remote

  build                       build and sign a version; it is written to REMOTES_FOLDER, by default .kinmel/remotes
  dev --against <address>     the shop at that address with this remote from source; --port <number>, by default 8090
  deploy                      build a version and activate it in the shop of KINMEL_STATE_FOLDER, or of REMOTES_FOLDER,
                              REGISTRY_FOLDER, SHELLS_FOLDER and REGISTRY_KEYS_FILE; with new pacts only after the
                              shop verified them, which it does when it deploys the version (--built)
    --canary <percent>[,…]    show it to that share of the visitors only; further shares are steps
    --every <time>            the gateway makes a step after that time, such as 30m, 2h or 1d
    --why "<reason>"          what the record says; without it the subject of the last commit

RELEASE_KEY_FILE is the private key of the owner, by default .kinmel/keys/owner.pem.`;

async function run(args: string[]): Promise<void> {
  const { positionals, values } = readCommandLine(usage, {
    args,
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      port: { type: 'string' },
      canary: { type: 'string' },
      every: { type: 'string' },
      why: { type: 'string' },
    },
  });
  const { name } = readDeclaration(repositoryFolder);
  const folder = repositoryFolder;
  const folders = { ...shopFolders(), isProtected: readProtection(usage) };
  switch (positionals[0] ?? '') {
    case 'build': {
      const { build } = await buildPart(name, folders, { folder });
      console.log(`${name} ${build.version} is in ${join(folders.remotesFolder, name, build.version)}.`);
      return;
    }
    case 'dev': {
      const upstream = originOption(usage, 'against', values.against);
      const port = wholeNumberOption(usage, 'port', values.port ?? '8090', 1);
      await startDevServer({ remotes: { [name]: folder }, upstream, isElsewhere: true, port }).built;
      console.log(`${name} in ${upstream}: http://localhost:${port}`);
      return;
    }
    case 'deploy': {
      if (process.env.RELEASES_URL)
        return refuseCall(
          usage,
          `RELEASES_URL: build here, then publish in a clone of the shop with the same REMOTES_FOLDER: npm run deploy -- ${name} --built <version>.`,
        );
      const shares = canaryOption(usage, values);
      const built = await buildPart(name, folders, { folder });
      // Tests of services are in the repository of the shop.
      await assertPactsVerified(folders.registryFolder, built.build);
      return deployBuilt(name, built, shares, folders, values.why);
    }
    default:
      return refuseCall(usage, 'Say what to do: build, dev or deploy.');
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
