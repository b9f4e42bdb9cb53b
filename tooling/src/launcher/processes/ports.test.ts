import { createServer, type Server } from 'node:net';
import { assertPortsFree, freePorts, isListening, isPortFree, portOwner } from './ports.ts';

describe('a port in use', () => {
  let server: Server;
  let port = 0;
  beforeAll(async () => {
    [port = 0] = await freePorts(1);
    server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  });
  afterAll(() => {
    server.close();
  });

  it('is reported with the process that uses it', async () => {
    expect(await isPortFree(port)).toBe(false);
    expect(await isListening(port)).toBe(true);
    expect(await portOwner(port)).toMatchObject({
      pid: process.pid,
      command: expect.stringContaining('jest'),
    });
  });

  it('is reported with its owner even if another process was expected', async () => {
    expect(await portOwner(port, process.ppid)).toMatchObject({ pid: process.pid });
    expect(await portOwner(port, process.pid)).toMatchObject({ pid: process.pid });
  });

  it('stops the start with the owner, the part that needs the port, and the variable that changes it', async () => {
    const [otherPort = 0] = await freePorts(1);
    const uses = [
      { part: 'catalog', port, variable: 'CATALOG_PORT' },
      { part: 'order', port: otherPort, variable: 'ORDER_PORT' },
    ];
    const message: string = await assertPortsFree(uses).then(
      () => '',
      (error: Error) => error.message,
    );
    expect(message).toContain(`port ${port}, needed by catalog, is in use by process ${process.pid}: `);
    expect(message).toContain('CATALOG_PORT=');
    expect(message).not.toContain('ORDER_PORT');
  });

  it('is free when its server has closed', async () => {
    const [freePort = 0] = await freePorts(1);
    await expect(
      assertPortsFree([{ part: 'order', port: freePort, variable: 'ORDER_PORT' }]),
    ).resolves.toBeUndefined();
    expect(await isListening(freePort)).toBe(false);
  });
});
