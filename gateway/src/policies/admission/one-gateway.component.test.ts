import { startGateway } from '../../testing/running-gateway.ts';

jest.mock('ioredis', () => {
  throw new Error('the client of Redis is loaded');
});

it('a gateway without REDIS_URL does not load the Redis client, and counts in memory (K-11)', async () => {
  await expect(startGateway({ env: { REDIS_URL: 'redis://127.0.0.1:1' } })).rejects.toThrow(
    'the client of Redis is loaded',
  );
  const gateway = await startGateway({ env: { GATEWAY_WRITES_PER_MINUTE: '1' } });
  const statuses = [];
  for (let count = 0; count < 2; count += 1)
    statuses.push((await gateway.send('POST', '/api/products')).status);
  expect(statuses[0]).not.toBe(429);
  expect(statuses[1]).toBe(429);
  await gateway.stop();
});
