import { testTokens } from '@kinmel/testing';
import request from 'supertest';
import { createTokenVerifier } from '../../identity/token-verifier.ts';
import { createLogger } from '../../observability/logger.ts';
import { createMetrics } from '../../observability/metrics.ts';
import type { Route } from '../route.ts';
import { createServiceApp, type ServiceAppOptions } from '../service-app.ts';

export const tokens = testTokens();

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** A service app that accepts `tokens`, and the lines that it logs. */
export function testApp(routes: readonly Route[], overrides: Partial<ServiceAppOptions> = {}) {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const metrics = createMetrics('catalog');
  const app = createServiceApp({
    service: 'catalog',
    logger: createLogger({ service: 'catalog', level: 'debug', destination: { write } }),
    routes,
    verifier: createTokenVerifier({ jwks: tokens.source }),
    liveSessions: tokens.liveSessions,
    health: {},
    metrics,
    ...overrides,
  });
  return { app, agent: request(app), lines, metrics };
}
