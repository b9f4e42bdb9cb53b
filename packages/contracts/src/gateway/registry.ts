import { z } from 'zod';
import { productsPerPage } from '../browser/product-list.ts';
import { productCategories } from '../browser/products.ts';

const remoteName = z.string().regex(/^mfe-[a-z-]+$/);
const remoteVersion = z.string().regex(/^[0-9A-Za-z][0-9A-Za-z.-]{0,63}$/);
const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);
const fileName = z
  .string()
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_./-]*$/)
  .refine((name) => !name.includes('..'));

/**
 * Who may know that a remote exists and have its files: `public` everybody, `admin` staff alone. A page for people who are signed in
 * is in a public remote and says `requiresSignIn`.
 */
const requiredRole = z.enum(['public', 'admin']);

/** Where the frame of the shop shows links: the menu before and after "Services", what is one's own, the columns of the footer. */
export const linkPlaces = [
  'menu',
  'information',
  'personal',
  'footer-shop',
  'footer-services',
  'footer-account',
] as const;

/** A link to a page from the frame; those of one place stand in the order of their positions, whoever's they are. */
const frameLinkSchema = z.object({
  place: z.enum(linkPlaces),
  label: z.string().min(1).max(40),
  position: z.int().min(0),
});

export type FrameLink = z.output<typeof frameLinkSchema>;

/** A page that a remote answers for: the address, and what its first view needs before any script runs. */
export const remotePageSchema = z.object({
  path: z.string().regex(/^\/[a-z0-9/:-]*$/),
  title: z.string().max(80),
  /** One or two sentences for search engines and the preview of a link. */
  description: z.string().max(160).optional(),
  /** Search engines are told of it: it stands in the sitemap and names its canonical address; others are `noindex`. */
  isListed: z.literal(true).optional(),
  /** The first answer is the product that the page is about: its HTML is titled and described after it. */
  about: z.literal('product').optional(),
  /** The categories whose products it lists, for the way from home to a product (breadcrumbs). */
  lists: z.array(z.enum(productCategories)).optional(),
  /** Who is not signed in is sent to /login, and comes back after signing in. */
  requiresSignIn: z.literal(true).optional(),
  /** Who is signed in is sent on: to where a gate stopped them, else home. */
  visitorsOnly: z.literal(true).optional(),
  /** It brings a frame of its own: the shop's header and footer are not drawn around it, nor the page's `<main>`. */
  ownFrame: z.literal(true).optional(),
  /** Where the frame links to it; nowhere without this. */
  links: z.array(frameLinkSchema).optional(),
  /**
   * The parameters of the address's query that the page reads. It sees no other, on the server and in the browser: links of
   * campaigns carry some. Without this it sees all of them, and no address with a further one is drawn on the server.
   */
  parameters: z.array(z.string().regex(/^\w{1,40}$/)).optional(),
  /** Name of the page's own chunk (webpackChunkName), preloaded beside the entry. */
  chunk: z.string().max(60).optional(),
  /**
   * The requests whose answers the gateway puts in the HTML. `{name}` takes that parameter of the address,
   * `{name=text}` the text where the address has none; a request whose parameter is missing is left out;
   * `{productsPerPage}` is that number. `query` lists the address parameters that are passed on. `items` is how many of a list (`data`) the HTML carries; `total` beside them
   * then counts all of it, and the page asks for the rest when it is wanted.
   */
  firstData: z
    .array(
      z.object({
        request: z
          .string()
          .startsWith('/api/')
          .transform((text) => text.replaceAll('{productsPerPage}', String(productsPerPage))),
        query: z.array(z.string()).optional(),
        items: z.int().min(1).max(productsPerPage).optional(),
      }),
    )
    .default([]),
  /** The largest picture of the first view: a path into the first answer (`data.pictures.0`) or a file of the remote. */
  picture: z
    .object({
      fromData: z.string().optional(),
      /** The same picture in several widths, for `imagesrcset`: the candidates of the page's first `<source>`. */
      files: z.array(z.object({ file: z.string(), width: z.int().min(1) })).optional(),
      sizes: z.string(),
    })
    .optional(),
});

/** A parameter of the address in a declared request: its name, and what stands there without it (`{name=text}`). */
export const requestParameter = /\{([A-Za-z]+)(?:=([^}]*))?\}/g;

/** The parameters of the address that the first-view data of a page depends on. */
export function firstDataParameters({
  firstData,
}: Pick<z.output<typeof remotePageSchema>, 'firstData'>): ReadonlySet<string> {
  return new Set(
    firstData.flatMap(({ request, query = [] }) => [
      ...[...request.matchAll(requestParameter)].map(([, name = '']) => name),
      ...query,
    ]),
  );
}

/** What a remote declares about itself, in `remote.json` beside its package. */
export const remoteDeclarationSchema = z.object({
  name: remoteName,
  owner: z.string().min(1),
  contractVersion: z.int().min(1),
  requiredRole,
  pages: z.array(remotePageSchema),
  /** Widgets by name; each is exposed as `./<name>`. `preloadOn` lists page paths (any remote's) that show it at first, `*` is every page. */
  widgets: z.array(
    z.object({ name: z.string().regex(/^[a-z-]+$/), preloadOn: z.array(z.string()).default([]) }),
  ),
});

export type RemoteDeclaration = z.output<typeof remoteDeclarationSchema>;
export type RemotePage = z.output<typeof remotePageSchema>;

/**
 * The build of a version for server rendering: one CommonJS file, which is never served to browsers. Development builds have
 * none: their pages are rendered in the browser.
 */
const serverFileSchema = z.object({
  file: fileName.startsWith('server/'),
  integrity,
  bytes: z.int().min(0),
});

export type ServerFile = z.output<typeof serverFileSchema>;

/** One built version as it stands in its immutable folder, `version.json`. Paths are relative to that folder. */
export const remoteBuildSchema = z.object({
  declaration: remoteDeclarationSchema,
  version: remoteVersion,
  builtAt: z.iso.datetime(),
  entry: fileName,
  manifest: fileName,
  /** Every file of the version with its hash and its size in bytes (uncompressed and brotli). */
  files: z.record(
    fileName,
    z.object({ integrity, bytes: z.int().min(0), brotliBytes: z.int().min(0).optional() }),
  ),
  /** Files that each exposed module needs at once, by its name (`remote`, `heart`): scripts and styles. */
  modules: z.record(z.string(), z.object({ scripts: z.array(fileName), styles: z.array(fileName) })),
  /** The same for each named chunk of a page. */
  chunks: z.record(z.string(), z.object({ scripts: z.array(fileName), styles: z.array(fileName) })),
  /** The version range of each shared module that it needs. */
  shared: z.record(z.string(), z.string()),
  /** The names that its code imports from shared modules. */
  imports: z.record(z.string(), z.array(z.string())),
  server: serverFileSchema.optional(),
});

export type RemoteBuild = z.output<typeof remoteBuildSchema>;

/**
 * One build of the shell as it stands in its folder, `shell.json`. Paths are relative to `/shell/<version>/`;
 * `scripts` and `styles` are in the order in which the HTML names them.
 */
export const shellBuildSchema = z.object({
  version: remoteVersion,
  files: z.record(fileName, z.object({ integrity, bytes: z.int().min(0) })),
  scripts: z.array(fileName).min(1),
  styles: z.array(fileName),
  fonts: z.array(fileName).default([]),
  contractVersion: z.int().min(1),
  /** The version of each module that it shares with remotes. */
  shared: z.record(z.string(), z.string()),
  /** The names that each shared module exports; `*` where the build cannot tell, as of a CommonJS package in development. */
  offers: z.record(z.string(), z.union([z.array(z.string()), z.literal('*')])),
  server: serverFileSchema.optional(),
});

export type ShellBuild = z.output<typeof shellBuildSchema>;

/** One remote in the registry: what the browser needs to start it, and nothing else. */
export const registryEntrySchema = z.object({
  name: remoteName,
  version: remoteVersion,
  owner: z.string(),
  contractVersion: z.int().min(1),
  requiredRole,
  entry: z.string().startsWith('/remotes/'),
  manifest: z.string().startsWith('/remotes/'),
  /** Hash of the manifest and of each script and style of the active version, by file path relative to its folder. */
  integrity: z.record(fileName, integrity),
  /** Only outside production: the files come from a watching dev server, so that no hash can be known. */
  development: z.literal(true).optional(),
  pages: z.array(
    remotePageSchema.pick({
      path: true,
      title: true,
      requiresSignIn: true,
      visitorsOnly: true,
      ownFrame: true,
      links: true,
      parameters: true,
    }),
  ),
  widgets: z.array(z.string()),
});

export type RegistryEntry = z.output<typeof registryEntrySchema>;

/** `GET /remotes/registry.json`, and the data block `#kinmel-registry` in the HTML. */
export const registrySchema = z.object({
  schema: z.literal(1),
  /** Rises by one with every deploy, rollback or canary change. */
  revision: z.int().min(0),
  remotes: z.record(remoteName, registryEntrySchema),
});

export type Registry = z.output<typeof registrySchema>;

/**
 * One revision as the registry keeps it: which version of each remote is active, and how it came to be.
 * Revisions are never changed; the highest number is in force.
 */
export const registryRevisionSchema = z.object({
  schema: z.literal(1),
  revision: z.int().min(1),
  at: z.iso.datetime(),
  action: z.enum(['deploy', 'rollback', 'canary', 'retire']),
  remote: remoteName,
  active: z.record(
    remoteName,
    z.object({
      version: remoteVersion,
      previous: remoteVersion.optional(),
      canary: z.object({ version: remoteVersion, sharePercent: z.number().min(0).max(100) }).optional(),
    }),
  ),
});

export type RegistryRevision = z.output<typeof registryRevisionSchema>;
