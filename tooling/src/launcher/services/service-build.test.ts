import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testFolder } from '@kinmel/testing/folder';
import { buildService, serviceBundle } from './service-build.ts';
import { part } from './services.ts';

const { root, pathOf, write } = testFolder();
afterEach(() => {
  delete process.env.RELEASE_COMMIT;
});

it('a bundle names the version of its package and the commit it was built from', async () => {
  write('package-lock.json', '{}');
  write('rewards/package.json', '{"version":"1.2.3"}');
  write('rewards/src/main.ts', 'console.log(process.env.BUILT_VERSION);');
  process.env.RELEASE_COMMIT = 'c0ffee1234'.repeat(4);
  expect(await buildService(root, pathOf('build'), part('rewards', 4190))).toBe('built');
  const output = execFileSync(process.execPath, [serviceBundle(pathOf('build'), 'rewards')], {
    encoding: 'utf8',
    env: { BUILT_VERSION: 'of the environment' },
  });
  expect(output).toMatch(/^1\.2\.3\+c0ffee1234(\.dirty)?\n$/);
});

it('a file that is imported dynamically without a bundle of its own is refused', async () => {
  write('package-lock.json', '{}');
  write('lazy/package.json', '{"version":"1.2.3"}');
  write('lazy/src/other.ts', 'export const other = 1;');
  write('lazy/src/main.ts', "console.log(await import('./other.ts'));");
  await expect(buildService(root, pathOf('build'), part('lazy', 4192))).rejects.toThrow(
    'imported dynamically',
  );
});

it('a bundle has OpenTelemetry beside it, which sends spans of HTTP when it is switched on', async () => {
  const telemetry = join(__dirname, '../../../../packages/service-kit/src/observability/telemetry.ts');
  write('package-lock.json', '{}');
  write('traced/package.json', '{"version":"1.2.3"}');
  write(
    'traced/src/main.ts',
    `import { createServer, get } from 'node:http';
     const { startTelemetry } = await import(${JSON.stringify(telemetry)});
     const { stop } = await startTelemetry('traced', (text) => text);
     const server = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1', () =>
       get({ port: server.address().port, host: '127.0.0.1', path: '/traced' }, (answer) =>
         answer.resume().on('end', () => server.close(() => stop())),
       ),
     );`,
  );
  await buildService(root, pathOf('build'), part('traced', 4191));
  let collected = '';
  const collector = createServer((request, response) => {
    request.on('data', (bytes) => (collected += bytes));
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  try {
    const { port } = collector.address() as AddressInfo;
    // Its folder has no packages, as in an image.
    await promisify(execFile)(process.execPath, [serviceBundle(pathOf('build'), 'traced')], {
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
    });
    expect(collected).toContain('/traced');
  } finally {
    collector.close();
  }
});

it('a bundle has the client of S3 beside it, which is loaded when objects are in S3', async () => {
  const objects = join(__dirname, '../../../../packages/service-kit/src/objects/s3-objects.ts');
  write('package-lock.json', '{}');
  write('stored/package.json', '{"version":"1.2.3"}');
  write(
    'stored/src/main.ts',
    `import { openS3Objects } from ${JSON.stringify(objects)};
     const place = { bucket: 'shop', prefix: '', installation: 'shop', endpoint: 'http://127.0.0.1:1', region: 'one' };
     await openS3Objects(place, 'photos').catch(({ message }) => process.stdout.write(message));`,
  );
  await buildService(root, pathOf('build'), part('stored', 4192));
  const bundle = serviceBundle(pathOf('build'), 'stored');
  expect(readFileSync(bundle, 'utf8')).not.toContain('AmazonS3');
  // Its folder has no packages, as in an image.
  const { stdout } = await promisify(execFile)(process.execPath, [bundle], {
    env: { AWS_ACCESS_KEY_ID: 'one', AWS_SECRET_ACCESS_KEY: 'two' },
  });
  expect(stdout).toMatch(/^OBJECTS_URL: s3:\/\/shop\/ cannot be used: its server does not answer/);
});
