import { createServer } from 'node:http';

createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1', () =>
  process.send?.('ready'),
);
