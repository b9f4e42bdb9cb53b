import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { instanceName, placeInstances } from './instances.ts';
import { type BalancedPart, balancerConfiguration } from './servers/balancer.ts';
import { stackPorts } from './services/services.ts';

const ports = stackPorts(0, {});
const extraPorts = Array.from({ length: 40 }, (_, index) => 14_000 + index);
const placesOf = (count: number, isBalanced: boolean) =>
  new Map(
    placeInstances(ports, { count, isBalanced, further: extraPorts }).map(({ part, ...place }) => [
      part.name,
      place,
    ]),
  );

describe('the instances of a start', () => {
  it('are one of each on its own port by default, without an extra port', () => {
    for (const { port, instances } of placesOf(1, false).values()) expect(instances).toEqual([port]);
  });

  it('are the given number of each service and two gateways behind a balancer, which has their ports', () => {
    const places = placesOf(3, true);
    for (const [name, { port, instances }] of places) {
      expect([name, instances.length]).toEqual([name, name === 'gateway' ? 2 : 3]);
      expect(instances).not.toContain(port);
    }
    const all = [...places.values()].flatMap(({ instances }) => instances);
    expect(new Set(all).size).toBe(all.length);
    expect(places.get('gateway')?.port).toBe(8080);
  });

  it('without a balancer have one gateway, and the first of each service has its port', () => {
    const places = placesOf(3, false);
    expect(places.get('gateway')?.instances).toEqual([8080]);
    expect(places.get('order')?.instances).toEqual([4102, expect.any(Number), expect.any(Number)]);
  });

  it('are named by their part and number', () => {
    expect([instanceName('order', 0), instanceName('order', 1)]).toEqual(['order', 'order-2']);
  });

  it.each([
    ['0', '--instances: expected a whole number, 1 or more'],
    ['two', '--instances: expected a whole number, 1 or more'],
    ['10', '--instances: at most 9 fit one machine'],
    ['2 --watch', '--instances: npm run dev has one of each'],
    ['1 --replicas 0', '--replicas: expected a whole number, 1 or more'],
    ['1 --replicas 2', '--replicas: expected an odd number, such as 3: two halves have no majority'],
    ['1 --replicas 7', '--replicas: at most 5 fit one machine'],
    ['1 --replicas 3 --watch', '--replicas: npm run dev has one of each'],
  ])('--instances %s is refused before anything is started', (value, message) => {
    const args = [join(__dirname, 'start.ts'), '--instances', ...value.split(' ')];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect([status, stderr.split('\n')[0]]).toEqual([2, message]);
  });
});

it("the balancer checks whether each instance is ready, and passes the caller's address only to gateways", () => {
  const parts: BalancedPart[] = [
    { name: 'order', port: 4102, instances: [14_001, 14_002], isFront: false },
    { name: 'gateway', port: 8080, instances: [14_003], isFront: true },
  ];
  const broker = { port: 5673, nodes: [5674, 5675] };
  const [, brokers = '', order = '', front = ''] = balancerConfiguration(parts, broker).split('\nlisten ');
  expect(brokers).toContain('mode tcp\n  bind 127.0.0.1:5673');
  expect(brokers.match(/server broker-\d 127\.0\.0\.1:\d+/g)).toHaveLength(2);
  expect(order).toContain('bind 127.0.0.1:4102');
  expect(order.match(/server order-\d 127\.0\.0\.1:\d+/g)).toEqual([
    'server order-1 127.0.0.1:14001',
    'server order-2 127.0.0.1:14002',
  ]);
  for (const part of [order, front]) expect(part).toContain('uri /health/ready');
  expect(order).toContain(`expect rstring '"mongo":"ok"|"status":"ready"'`);
  expect([order, front].map((part) => part.includes('option forwardfor'))).toEqual([false, true]);
  // Without a ready instance a call is answered with a problem, and a page with HAProxy's own.
  const problem = /http-error status 503 content-type application\/json string '(\{.+\})'/;
  expect(JSON.parse(problem.exec(order)?.[1] ?? '')).toMatchObject({
    success: false,
    code: 'service-unavailable',
  });
  expect(front).not.toMatch(problem);
});
