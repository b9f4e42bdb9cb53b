import { z } from 'zod';

/** The bucket and prefix in S3 with the objects of an installation. */
export interface ObjectsPlace {
  readonly bucket: string;
  /** Prefix of all object names, empty or with a trailing slash. */
  readonly prefix: string;
  /** Identifies the shop that owns the objects: no other one may use them. */
  readonly installation: string;
  /** Endpoint of an S3 server other than Amazon's. */
  readonly endpoint: string | undefined;
  readonly region: string;
}

const example = 's3://bucket/prefix?installation=my-shop&endpoint=https://s3.example&region=eu-central-1';
const segmentPattern = '[A-Za-z0-9_-][A-Za-z0-9._-]*';
const parameters = ['installation', 'endpoint', 'region'];

/** The error of an invalid address, or its bucket and prefix. */
function placeOf(text: string): ObjectsPlace | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:') return `expected ${example}`;
  if (url.username !== '' || url.password !== '')
    return 'has credentials, which belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host)) return 'has no name of a bucket';
  // Not parsed as a URL, which would normalise "a/../b" to "b".
  const [prefix = ''] = text.slice(`s3://${url.host}`.length).split('?');
  if (!new RegExp(`^/?$|^(/${segmentPattern})+/?$`).test(prefix))
    return 'has a prefix with other characters than letters, digits, "_", "-" and ".", or a part that begins with "."';
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined)
    return `has the unknown parameter "${unknown}"; there are ${parameters.join(', ')}`;
  const installation = url.searchParams.get('installation') ?? '';
  if (!new RegExp(`^${segmentPattern}$`).test(installation) || installation.length > 100)
    return 'needs installation=<name of the shop>, so that no other shop uses its objects';
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    return 'has an endpoint that is no address with http or https';
  return {
    bucket: url.host,
    prefix: prefix.replace(/^\/|\/$/g, '').replace(/.$/, '$&/'),
    installation,
    endpoint,
    region: url.searchParams.get('region') ?? 'us-east-1',
  };
}

const placeSchema = z
  .string()
  .transform((text, context) => {
    const place = placeOf(text);
    if (typeof place !== 'string') return place;
    context.addIssue({ code: 'custom', message: place });
    return z.NEVER;
  })
  .optional();

const credentials = {
  /** Read by Amazon's SDK, which otherwise asks the machine for credentials. */
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
};

/**
 * Variables of every process with objects, spread into its own schema. Without an address the objects are files in
 * folders.
 */
export const objectsConfigShape = { OBJECTS_URL: placeSchema, ...credentials };

/** The same for versions of the shell and of remotes, and the registry. */
export const releasesConfigShape = { RELEASES_URL: placeSchema, ...credentials };
