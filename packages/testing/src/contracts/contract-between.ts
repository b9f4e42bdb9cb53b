import { fileURLToPath } from 'node:url';
import { MatchersV3, Pact, SpecificationVersion } from '@pact-foundation/pact';

/** What a remote or a service needs of another service, to be written down in `pacts/<consumer>-<provider>.json`. */
export const contractBetween = (consumer: string, provider: string): Pact =>
  new Pact({
    consumer,
    provider,
    dir: fileURLToPath(new URL('../../../../pacts', import.meta.url)),
    spec: SpecificationVersion.SPECIFICATION_VERSION_V4,
    logLevel: 'error',
  });

/** A moment as every answer and event writes it. */
export const instant = (example: string) =>
  MatchersV3.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, example);
