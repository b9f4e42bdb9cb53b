import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MatchersV3, Pact, SpecificationVersion } from '@pact-foundation/pact';

const thisFile = fileURLToPath(import.meta.url);
const [installationFolder = ''] = thisFile.split(/[\\/]node_modules[\\/]/);

/** The pacts of this repository, or of the one that has this package in `node_modules`. */
const repository =
  installationFolder === thisFile
    ? fileURLToPath(new URL('../../../..', import.meta.url))
    : installationFolder;

/** The requirements of a consumer on a provider, written to `pacts/<consumer>-<provider>.json`. */
export const contractBetween = (consumer: string, provider: string): Pact =>
  new Pact({
    consumer,
    provider,
    dir: join(repository, 'pacts'),
    spec: SpecificationVersion.SPECIFICATION_VERSION_V4,
    logLevel: 'error',
  });

/** An ISO time. */
export const instant = (example: string) =>
  MatchersV3.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, example);
