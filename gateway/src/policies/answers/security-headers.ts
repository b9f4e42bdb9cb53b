import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { cspReportPath } from './csp-reports.ts';

export interface SecurityOptions {
  /** The shop is reached by https, which browsers then remember for a year (HSTS). */
  readonly isHttps: boolean;
  /** Origin of the API, when it is not that of the pages. */
  readonly apiUrl?: string | undefined;
}

/** Name and value of each header, ready for `writeHead`. */
export type HeaderList = readonly (readonly [string, string])[];

const common = ({ isHttps }: SecurityOptions): HelmetOptions => ({
  strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  xFrameOptions: { action: 'deny' },
});

/** For pages: no inline code, no eval, nothing from other hosts but pictures. */
const pagePolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'https:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
  // The shell's default policy takes addresses of its own builds for scripts, and no text for markup or code.
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['default'],
  reportUri: [cspReportPath],
  reportTo: ['csp'],
};

/** An answer of the API is data: if a browser is made to show it as a page, nothing in it may run or load. */
const dataPolicy = {
  defaultSrc: ["'none'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
};

/** An uploaded picture shown as a document of its own runs in a sandbox without any right. */
const uploadPolicy = { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] };

const permissionsPolicy =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), accelerometer=(), gyroscope=(), browsing-topics=()';

function listOf(options: SecurityOptions, directives: Record<string, string[]>): HeaderList {
  const headers: [string, string][] = [];
  // Helmet's headers are collected once and copied to each answer.
  const collector = {
    setHeader: (name: string, value: OutgoingHttpHeader) => headers.push([name, String(value)]),
    removeHeader: () => undefined,
  };
  helmet({ ...common(options), contentSecurityPolicy: { useDefaults: false, directives } })(
    {} as IncomingMessage,
    collector as unknown as ServerResponse,
    () => undefined,
  );
  return headers;
}

export interface SecurityHeaders {
  readonly pages: HeaderList;
  readonly files: HeaderList;
  readonly data: HeaderList;
  readonly uploads: HeaderList;
}

/** Headers that apply to a file which is loaded into a page; the others apply to documents. */
const fileHeaders = new Set([
  'x-content-type-options',
  'cross-origin-resource-policy',
  'strict-transport-security',
]);

/** An uploaded picture keeps its sandbox, in case a browser is made to show it as a page. */
const isForUploads = (name: string) => fileHeaders.has(name) || name === 'content-security-policy';

/** The lists of security headers by kind of answer. */
export function makeSecurityHeaders(options: SecurityOptions): SecurityHeaders {
  const data = listOf(options, dataPolicy);
  return {
    pages: [
      ...listOf(options, {
        ...pagePolicy,
        connectSrc: options.apiUrl ? [...pagePolicy.connectSrc, options.apiUrl] : pagePolicy.connectSrc,
      }),
      ['Permissions-Policy', permissionsPolicy],
      ['Reporting-Endpoints', `csp="${cspReportPath}"`],
    ],
    files: data.filter(([name]) => fileHeaders.has(name.toLowerCase())),
    data,
    uploads: listOf(options, uploadPolicy).filter(([name]) => isForUploads(name.toLowerCase())),
  };
}

/**
 * Puts on every answer what fits its address, refusals included; a page puts its own in its place, and a file that a build
 * lists takes off what only documents need.
 */
export function securityHeaders({ data, uploads }: SecurityHeaders): RequestHandler {
  return (req, res, next) => {
    for (const [name, value] of req.path.startsWith('/uploads/') ? uploads : data) res.setHeader(name, value);
    next();
  };
}

/** SVG and HTML can be opened as documents with scripts; they keep the policy of data. */
export const isDocument = (file: string): boolean => /\.(svg|html)$/.test(file);

/** Removes the headers that only documents need: 17 kB of a cold load. */
export function keepFileHeaders(res: ServerResponse, { data }: SecurityHeaders): void {
  for (const [name] of data) if (!fileHeaders.has(name.toLowerCase())) res.removeHeader(name);
}
