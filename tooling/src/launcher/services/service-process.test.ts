import { testFolder } from '@kinmel/testing/folder';
import { freePorts } from '../processes/ports.ts';
import { waitFor } from '../processes/wait.ts';
import { type Report, silentReport } from '../report.ts';
import { expectGroupsGone } from '../testing/process-groups.ts';
import { type ServiceProcess, serviceProcess, showLogLine } from './service-process.ts';
import { part } from './services.ts';

jest.setTimeout(60_000);

const { root: folder, pathOf } = testFolder();
const started: ServiceProcess[] = [];
afterAll(() => Promise.all(started.map((service) => service.stop())));

const serverScript = `
  require('node:http')
    .createServer((request, response) => {
      if (request.url === '/crash') process.exit(3);
      response.end('ok ' + process.pid);
    })
    .listen(Number(process.env.SAMPLE_PORT), '127.0.0.1');
`;

async function prepare(script: string, { keepAlive = false, report = silentReport } = {}) {
  const [port = 0] = await freePorts(1);
  const service = serviceProcess({
    part: part('sample', port, { folder, portVariable: 'SAMPLE_PORT' }),
    port,
    command: process.execPath,
    args: ['-e', script],
    env: { PATH: process.env.PATH },
    cwd: folder,
    logFile: pathOf(`sample-${port}.log`),
    report,
    keepAlive,
  });
  started.push(service);
  return service;
}

const pidThatAnswers = (url: string) =>
  fetch(`${url}/health/ready`)
    .then((response) => response.text())
    .then((text) => Number(text.slice('ok '.length)))
    .catch(() => undefined);

describe('a service process', () => {
  it('is started when it answers, and ended after stop', async () => {
    const service = await prepare(serverScript);
    await service.start();
    const pid = service.pid ?? 0;
    expect(await pidThatAnswers(service.url)).toBe(pid);
    await service.stop();
    expect(service.pid).toBeUndefined();
    await expectGroupsGone([pid]);
  });

  it('fails to start with its last log lines', async () => {
    const service = await prepare("console.error('CATALOG_PORT: expected a port'); process.exit(1)");
    await expect(service.start()).rejects.toThrow(
      /sample ended with code 1\.\s+CATALOG_PORT: expected a port/,
    );
  });

  it('is restarted after a crash, but not after a kill by a test', async () => {
    const service = await prepare(serverScript, { keepAlive: true });
    await service.start();
    const first = service.pid;
    await fetch(`${service.url}/crash`).catch(() => {});
    const second = await waitFor(
      async () => {
        const pid = await pidThatAnswers(service.url);
        return pid === first ? undefined : pid;
      },
      { withinMs: 20_000, failure: () => 'not started again' },
    );
    expect(second).toBe(service.pid);
    await service.kill();
    expect(await pidThatAnswers(service.url)).toBeUndefined();
    expect(service.pid).toBeUndefined();
  });

  it('does not accept another server on its port', async () => {
    const first = await prepare(serverScript);
    await first.start();
    const port = Number(new URL(first.url).port);
    const second = serviceProcess({
      part: part('second', port, { folder, portVariable: 'SAMPLE_PORT' }),
      port,
      command: process.execPath,
      args: ['-e', 'setInterval(() => {}, 1000)'],
      env: { PATH: process.env.PATH },
      cwd: folder,
      logFile: pathOf('second.log'),
      report: silentReport,
      keepAlive: false,
    });
    started.push(second);
    await expect(second.start()).rejects.toThrow(`port ${port} is in use by process ${first.pid}`);
  });
});

describe('the console log', () => {
  const lines = (...records: (object | string)[]) => {
    const shown: string[] = [];
    const report: Report = {
      ...silentReport,
      line: (part, text, level) => shown.push(`${part} ${level} ${text}`),
    };
    for (const record of records)
      showLogLine(report, 'catalog', typeof record === 'string' ? record : JSON.stringify(record));
    return shown;
  };

  it('shows life-cycle lines, warnings with their cause and crashes, and requests only when they failed', () => {
    expect(
      lines(
        { level: 30, msg: 'catalog listens' },
        { level: 20, msg: 'detail' },
        { level: 30, msg: 'request', method: 'GET', status: 200 },
        { level: 50, msg: 'request', method: 'GET', status: 500 },
        { level: 40, msg: 'broker gone', err: { message: 'ECONNREFUSED' } },
        'TypeError: boom',
      ),
    ).toEqual([
      'catalog 30 catalog listens',
      'catalog 50 request',
      'catalog 40 broker gone: ECONNREFUSED',
      'catalog 40 TypeError: boom',
    ]);
  });

  it('accepts level names', () => {
    expect(lines({ level: 'warn', msg: 'slow' }, { level: 'debug', msg: 'detail' })).toEqual([
      'catalog 40 slow',
    ]);
  });
});
