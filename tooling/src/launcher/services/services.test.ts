import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { processPorts } from '@kinmel/service-kit/ports';
import { gateway, render, services, stackPorts } from './services.ts';

describe('the list of services', () => {
  it('has existing folders and distinct ports', () => {
    const parts = [...services, render, gateway];
    for (const { folder } of parts)
      expect(existsSync(join(__dirname, '../../../..', folder, 'package.json'))).toBe(true);
    expect(new Set(parts.map(({ port }) => port)).size).toBe(parts.length);
  });
});

describe('the ports of a stack', () => {
  it('are those of the list by default, and shift together by an offset', () => {
    expect(stackPorts(0, {})).toEqual({
      gateway: 8080,
      mongodb: 27018,
      rabbitmq: 5673,
      smtp: 1025,
      mailPage: 1080,
      paymentSandbox: processPorts['payment-sandbox'],
      render: processPorts.render,
      services: Object.fromEntries(services.map(({ name, port }) => [name, port])),
    });
    expect(stackPorts(100, {})).toMatchObject({
      gateway: 8180,
      mailPage: 1180,
      services: { catalog: processPorts.catalog + 100 },
    });
  });

  it('can be set one by one by the environment, which takes precedence over the offset', () => {
    expect(stackPorts(100, { GATEWAY_PORT: '9000', CATALOG_PORT: '' })).toMatchObject({
      gateway: 9000,
      services: { catalog: processPorts.catalog + 100 },
    });
  });

  it('refuse an offset beyond the last port', () => {
    expect(() => stackPorts(60_000, {})).toThrow('--port-offset: GATEWAY_PORT would be 68080');
  });

  it.each(['http', '0', '70000', '80.5'])('refuse "%s" with the name of the variable', (value) => {
    expect(() => stackPorts(0, { MONGODB_PORT: value })).toThrow('MONGODB_PORT: expected a port number');
  });
});
