import { resolve } from 'node:path';
import { startGateway } from '../../testing/running-gateway.ts';

const paths = ['/docs', '/docs/redoc.js', '/docs/openapi.json', '/docs/asyncapi.json'];
const start = (NODE_ENV: string) =>
  startGateway({ env: { NODE_ENV, DOCS_FOLDER: resolve(__dirname, '../../../../docs') } });

describe('the API reference', () => {
  it('shows endpoints and events in development, without other hosts', async () => {
    const gateway = await start('development');
    const [page, script, openapi, asyncapi] = await Promise.all(paths.map((path) => gateway.get(path)));
    expect(page?.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page?.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/);
    expect(page?.text).not.toMatch(/https?:\/\//);
    expect(script?.headers['content-type']).toMatch(/javascript/);
    expect(openapi?.json()).toHaveProperty('openapi');
    expect(asyncapi?.json()).toHaveProperty('asyncapi');
    await gateway.stop();
  });

  it('is 404 in production', async () => {
    const gateway = await start('production');
    const answers = await Promise.all(paths.map((path) => gateway.get(path)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    await gateway.stop();
  });
});
