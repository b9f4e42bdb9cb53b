import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { configSchemaOf } from '../../launcher/services/config-schema.ts';
import { gateway, render, type ServicePart, services } from '../../launcher/services/services.ts';

const repository = join(__dirname, '../../../..');

/** A process as its own code describes it. */
export interface KnownProcess extends ServicePart {
  readonly config: z.ZodObject;
  /** Variables set by its image. */
  readonly imageEnvironment: Readonly<Record<string, string>>;
  /** Readiness path (docs/how-to/run-in-containers.md). */
  readonly readyPath: string;
  /** Addresses that it calls, from its configuration. */
  readonly calls: readonly string[];
}

const serversBy: Readonly<Record<string, string>> = {
  MONGODB_URI: 'mongodb:27017',
  AMQP_URL: 'rabbitmq:5672',
  SMTP_URL: 'mail:1025',
};

function environmentOf(dockerfile: string): Record<string, string> {
  const text = readFileSync(join(repository, 'deploy/docker', dockerfile), 'utf8');
  return Object.fromEntries(
    [...text.matchAll(/^ENV (.*)$/gm)]
      .flatMap(([, line = '']) => line.split(' '))
      .map((setting) => [setting.slice(0, setting.indexOf('=')), setting.slice(setting.indexOf('=') + 1)])
      // Used by the image's health check only.
      .filter(([name]) => name !== 'PORT'),
  );
}

function callsOf(name: string, variables: readonly string[]): string[] {
  const parts = [...services, render].filter((part) => part.name !== name);
  const called = parts.filter(
    ({ urlVariable }) =>
      variables.includes(urlVariable) || (urlVariable === 'AUTH_URL' && variables.includes('JWKS_URL')),
  );
  return [
    ...called.map((part) => `${part.name}:${part.port}`),
    ...variables.flatMap((variable) => serversBy[variable] ?? []),
  ];
}

/** All processes with a container. */
export function readProcesses(): Promise<KnownProcess[]> {
  return Promise.all(
    [...services, render, gateway].map(async (part) => {
      const config = await configSchemaOf(part.folder);
      const dockerfile = part === gateway ? 'gateway' : part === render ? 'render' : 'service';
      return {
        ...part,
        config,
        imageEnvironment: environmentOf(`${dockerfile}.Dockerfile`),
        readyPath: part === gateway ? '/health/live' : '/health/ready',
        calls: callsOf(part.name, Object.keys(config.shape)),
      };
    }),
  );
}
