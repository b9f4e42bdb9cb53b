import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet, { type HelmetOptions } from 'helmet';

export interface SecurityOptions {
  /** The shop is reached by https: browsers are told to stay there for a year. */
  readonly isHttps: boolean;
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

/** For pages and everything they load: no inline code, no eval, nothing from other hosts but pictures. */
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
  // Helmet is asked once what it would set, so that each answer only copies a finished list.
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
  readonly data: HeaderList;
  readonly uploads: HeaderList;
}

/** The three finished lists of security headers. */
export function makeSecurityHeaders(options: SecurityOptions): SecurityHeaders {
  return {
    pages: [...listOf(options, pagePolicy), ['Permissions-Policy', permissionsPolicy]],
    data: listOf(options, dataPolicy),
    uploads: listOf(options, uploadPolicy),
  };
}

/** Puts the list that fits the address on every answer, refusals included. */
export function securityHeaders(lists: SecurityHeaders): RequestHandler {
  return (req, res, next) => {
    const list = req.path.startsWith('/api/')
      ? lists.data
      : req.path.startsWith('/uploads/')
        ? lists.uploads
        : lists.pages;
    for (const [name, value] of list) res.setHeader(name, value);
    next();
  };
}
