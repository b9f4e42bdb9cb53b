import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePorts, isPortFree } from '../processes/ports.ts';
import { type MailCatcher, startMailCatcher } from './mail-catcher.ts';

// Starts a process, which is slow on a busy machine.
jest.setTimeout(60_000);

let folder = '';
let mail: MailCatcher | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kinmel-mail-'));
});
afterEach(async () => {
  await mail?.process.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a mail with plain SMTP commands. */
async function send(port: number, subject: string): Promise<void> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  const words = ['EHLO shop', 'MAIL FROM:<a@kinmel.example>', 'RCPT TO:<b@kinmel.example>', 'DATA'];
  const text = [`Subject: ${subject}`, '', 'Hello', '.'].join('\r\n');
  const commands = [...words, text, 'QUIT'];
  createInterface({ input: socket }).on('line', (line) => {
    const next = /^\d{3} /.test(line) ? commands.shift() : undefined;
    if (next !== undefined) socket.write(`${next}\r\n`);
  });
  await once(socket, 'close');
}

async function start(env: NodeJS.ProcessEnv = {}) {
  const [smtpPort = 0, pagePort = 0] = await freePorts(2);
  const logFile = join(folder, 'mail.log');
  mail = await startMailCatcher({ smtpPort, pagePort, folder: join(folder, 'mails'), logFile, env });
  return { smtpPort, pagePort, catcher: mail };
}

describe('the mail catcher', () => {
  it('receives mails and shows them on its page', async () => {
    const { smtpPort, pagePort, catcher } = await start();
    expect(catcher).toMatchObject({
      smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
      pageUrl: `http://localhost:${pagePort}`,
    });
    await send(smtpPort, 'Welcome');
    const list = await fetch(`http://127.0.0.1:${pagePort}/api/email`);
    expect(await list.json()).toMatchObject([{ subject: 'Welcome' }]);
    await catcher.process.stop();
    expect(await isPortFree(smtpPort)).toBe(true);
  });

  it("refuses other sites' scripts over HTTP and websocket, and other host names", async () => {
    const { pagePort } = await start();
    const host = `localhost:${pagePort}`;
    const ask = (path: string, headers: Record<string, string>) =>
      new Promise<{ status: number; headers: IncomingHttpHeaders }>((resolve) => {
        const clientRequest = request(
          { host: '127.0.0.1', port: pagePort, path, headers: { host, ...headers }, agent: false },
          (answer) => {
            answer.resume();
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
          },
        );
        clientRequest.on('error', () => resolve({ status: 0, headers: {} }));
        clientRequest.on('upgrade', (answer, socket) => {
          socket.destroy();
          resolve({ status: 101, headers: answer.headers });
        });
        clientRequest.end();
      });
    const socketHeaders = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const socketPath = '/socket.io/?EIO=3&transport=websocket';
    const foreignHeaders: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:8080' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      { host: `evil.example:${pagePort}` },
    ];
    for (const headers of foreignHeaders) {
      expect((await ask('/api/email', headers)).status).toBe(403);
      expect((await ask(socketPath, { ...socketHeaders, ...headers })).status).not.toBe(101);
    }
    // Allowed requests: of its own page, by a link, and by a program on this machine.
    const allowedHeaders: Record<string, string>[] = [
      { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      {},
    ];
    for (const headers of allowedHeaders) expect((await ask('/api/email', headers)).status).toBe(200);
    expect((await ask(socketPath, { ...socketHeaders, origin: `http://${host}` })).status).toBe(101);
  });

  it('is not started when SMTP_URL names a server', async () => {
    const { smtpPort, catcher } = await start({ SMTP_URL: 'smtp://mail.example:25' });
    expect(catcher).toMatchObject({ smtpUrl: 'smtp://mail.example:25', pageUrl: '', process: { pids: [] } });
    expect(await isPortFree(smtpPort)).toBe(true);
  });
});
