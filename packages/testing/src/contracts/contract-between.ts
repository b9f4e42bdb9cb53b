import { fileURLToPath } from 'node:url';
import { MatchersV3, Pact, SpecificationVersion } from '@pact-foundation/pact';

/** The requirements of a consumer on a provider, written to `pacts/<consumer>-<provider>.json`. */
export const contractBetween = (consumer: string, provider: string): Pact =>
  new Pact({
    consumer,
    provider,
    dir: fileURLToPath(new URL('../../../../pacts', import.meta.url)),
    spec: SpecificationVersion.SPECIFICATION_VERSION_V4,
    logLevel: 'error',
  });

/** An ISO time. */
export const instant = (example: string) =>
  MatchersV3.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, example);
