import type { AddressInfo } from 'node:net';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

/** An Express server with nothing but the proxy: the hop that everybody starts with. */
const app = express();
app.use(createProxyMiddleware({ target: process.argv[2] ?? '' }));
const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
