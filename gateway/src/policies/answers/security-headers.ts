import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import { cspReportPath } from './csp-reports.ts';

export interface SecurityOptions {
  /** Enables HSTS for a year. */
  readonly isHttps: boolean;
  /** The origin of the API, if it differs from that of the pages. */
  readonly apiUrl?: string | undefined;
  /** Origins of payment pages that are opened by posting a form. */
  readonly paymentForms?: readonly string[];
}

/** Names and values. */
export type HeaderList = readonly (readonly [string, string])[];

const commonOptions = ({ isHttps }: SecurityOptions): HelmetOptions => ({
  strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  xFrameOptions: { action: 'deny' },
});

/** No inline code, no eval, nothing from other hosts except pictures. */
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
  // The shell's default policy allows script addresses of its own builds, and no text as markup or code.
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['default'],
  reportUri: [cspReportPath],
  reportTo: ['csp'],
};

/** Policy of API answers: if a browser opens one as a page, nothing in it may run or load. */
const dataPolicy = {
  defaultSrc: ["'none'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
};

/** An uploaded picture that is opened as a document runs in a sandbox. */
const uploadPolicy = { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] };

const permissionsPolicy =
  'camera=(), microphone=(), geolocation=(), payment=(), usb=(), accelerometer=(), gyroscope=(), browsing-topics=()';

function listOf(options: SecurityOptions, directives: Record<string, string[]>): HeaderList {
  const headers: [string, string][] = [];
  // Collects helmet's headers once, for cached responses and refused sockets.
  const collector = {
    setHeader: (name: string, value: OutgoingHttpHeader) => headers.push([name, String(value)]),
    removeHeader: () => undefined,
  };
  helmet({ ...commonOptions(options), contentSecurityPolicy: { useDefaults: false, directives } })(
    {} as IncomingMessage,
    collector as unknown as ServerResponse,
    () => undefined,
  );
  return headers;
}

export type SecurityHeaders = Readonly<Record<'pages' | 'files' | 'data' | 'uploads', HeaderList>>;

/** Headers for subresources; the others apply to documents only. */
const fileHeaders = new Set([
  'x-content-type-options',
  'cross-origin-resource-policy',
  'strict-transport-security',
]);

/** Uploaded pictures keep their sandbox policy. */
const isForUploads = (name: string) => fileHeaders.has(name) || name === 'content-security-policy';

/** The security headers by kind of answer. */
export function makeSecurityHeaders(options: SecurityOptions): SecurityHeaders {
  const data = listOf(options, dataPolicy);
  return {
    pages: [
      ...listOf(options, {
        ...pagePolicy,
        formAction: [...pagePolicy.formAction, ...(options.paymentForms ?? [])],
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
 * Sets the headers for data or uploads on every answer, refusals included. Pages replace them, and files of builds
 * remove those for documents.
 */
export function securityHeaders({ data, uploads }: SecurityHeaders): RequestHandler {
  return (req, res, next) => {
    for (const [name, value] of req.path.startsWith('/uploads/') ? uploads : data) res.setHeader(name, value);
    next();
  };
}

/** SVG and HTML can be opened as documents with scripts; they keep the policy for data. */
export const isDocument = (file: string): boolean => /\.(svg|html)$/.test(file);

/** Removes the headers for documents: they add up to 17 kB in a cold load. */
export function keepFileHeaders(res: ServerResponse, { data }: SecurityHeaders): void {
  for (const [name] of data) if (!fileHeaders.has(name.toLowerCase())) res.removeHeader(name);
}
