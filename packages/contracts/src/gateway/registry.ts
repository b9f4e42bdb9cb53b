import { z } from 'zod';
import { productCategories, productsPerPage } from '../browser/products.ts';
import { productQuerySchema } from '../catalog/catalog-endpoints.ts';
import { plainText } from '../primitives.ts';

const remoteName = z.string().regex(/^mfe-[a-z-]+$/);

/** A unit of deployment: the shell or a remote. */
export const partNameSchema = z.string().regex(/^(shell|mfe-[a-z-]+)$/);

export const partVersionSchema = z.string().regex(/^[0-9A-Za-z][0-9A-Za-z.-]{0,63}$/);
const integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);
const fileName = z
  .string()
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_./-]*$/)
  .refine((name) => !name.includes('..'));

/** An Ed25519 public key: SPKI in base64, 44 bytes. */
const publicKey = z.string().regex(/^[A-Za-z0-9+/]{59}=$/);

/** The keys of an owner. Two are valid at a time, so that a key can be replaced. */
const ownerKeys = z.array(publicKey).min(1).max(2);

/** The signature over the bytes of the file beside it, such as `version.json.sig`. */
export const signatureSchema = z.strictObject({
  /** The first 16 digits of the SHA-256 of the public key. */
  keyId: z.string().regex(/^[0-9a-f]{16}$/),
  signature: z.base64().length(88),
});

export const commitSchema = z.string().regex(/^[0-9a-f]{40}$/);

/** One line of text for people, without control characters. */
export const line = (maxLength: number) => plainText(z.string().min(1).max(maxLength));

/** The source of a version. */
const sourceSchema = z.object({
  /** Undefined outside a repository, such as in an image. */
  commit: commitSchema.optional(),
  /** Whether files of the part differed from the commit. */
  isDirty: z.boolean(),
  /** Who built it, and on which machine. */
  builder: line(120),
});

/**
 * Who may load a remote and see it in the registry. Pages for signed-in users are in public remotes and set
 * `requiresSignIn`.
 */
const requiredRole = z.enum(['public', 'admin']);

/** Places for links in the frame: the menu before and after "Services", the account menu, the columns of the footer. */
export const linkPlaces = [
  'menu',
  'information',
  'personal',
  'footer-shop',
  'footer-services',
  'footer-account',
] as const;

/** A link from the frame to a page. Links of one place are sorted by position. */
const frameLinkSchema = z.object({
  place: z.enum(linkPlaces),
  label: z.string().min(1).max(40),
  position: z.int().min(0),
});

export type FrameLink = z.output<typeof frameLinkSchema>;

/** The filters of product lists, in the order of their requests. */
const productFilters = Object.keys(
  productQuerySchema.omit({ search: true, category: true, sort: true, page: true, limit: true }).shape,
);

/** Names of query parameters. `{productFilters}` stands for the filters of product lists. */
const parameterNames = z
  .array(z.string().regex(/^(\w{1,40}|\{productFilters\})$/))
  .transform((names) => names.flatMap((name) => (name === '{productFilters}' ? productFilters : [name])));

/** A page of a remote: its address, and what its first view needs before any script runs. */
export const remotePageSchema = z.object({
  path: z.string().regex(/^\/[a-z0-9/:-]*$/),
  title: z.string().max(80),
  /** Description for search engines and link previews. */
  description: z.string().max(160).optional(),
  /** Listed in the sitemap with a canonical address; other pages are `noindex`. */
  isListed: z.literal(true).optional(),
  /** The first answer is a product, from which the HTML gets its title and description. */
  about: z.literal('product').optional(),
  /** The categories that the page lists, for breadcrumbs. */
  lists: z.array(z.enum(productCategories)).optional(),
  /** Visitors are redirected to /login and return after signing in. */
  requiresSignIn: z.literal(true).optional(),
  /** Signed-in users are redirected to their return address or home. */
  visitorsOnly: z.literal(true).optional(),
  /** The page has its own frame instead of the shop's header, footer and `<main>`. */
  ownFrame: z.literal(true).optional(),
  /** Links from the frame; none by default. */
  links: z.array(frameLinkSchema).optional(),
  /**
   * The query parameters that the page reads; others, such as those of campaigns, are hidden from it on server and
   * browser. Without this list it sees all parameters, and an address with an undeclared one is not rendered on the
   * server.
   */
  parameters: parameterNames.optional(),
  /** Name of the page's chunk (webpackChunkName), preloaded with the entry. */
  chunk: z.string().max(60).optional(),
  /**
   * The requests whose answers are embedded in the HTML. `{name}` is replaced by that parameter of the address,
   * `{name=text}` has a default, and a request with a missing parameter is left out; `{productsPerPage}` is the page
   * size. `query` lists the address parameters to pass on. `items` limits a list (`data`) in the HTML; `total` then
   * counts the whole list, and the page loads the rest on demand.
   */
  firstData: z
    .array(
      z.object({
        request: z
          .string()
          .startsWith('/api/')
          .transform((text) => text.replaceAll('{productsPerPage}', String(productsPerPage))),
        query: parameterNames.optional(),
        items: z.int().min(1).max(productsPerPage).optional(),
      }),
    )
    .default([]),
  /** The largest picture of the first view: a path in the first answer (`data.pictures.0`) or a file of the remote. */
  picture: z
    .object({
      fromData: z.string().optional(),
      /** The same picture in several widths, for `imagesrcset`: the candidates of the page's first `<source>`. */
      files: z.array(z.object({ file: z.string(), width: z.int().min(1) })).optional(),
      sizes: z.string(),
    })
    .optional(),
});

/** A parameter in a declared request: its name and default (`{name=text}`). */
export const requestParameter = /\{([A-Za-z]+)(?:=([^}]*))?\}/g;

/** The address parameters that the first-view data depends on. */
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

/** The declaration of a remote, `remote.json`. */
export const remoteDeclarationSchema = z.object({
  name: remoteName,
  owner: z.string().min(1),
  keys: ownerKeys.optional(),
  contractVersion: z.int().min(1),
  requiredRole,
  pages: z.array(remotePageSchema),
  /**
   * The widgets, each exposed as `./<name>`. `preloadOn` lists the pages (of any remote) that show it in the first
   * view; `*` means every page.
   */
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

/** A file that is never served to browsers. */
const privateFile = z.object({ integrity, bytes: z.int().min(0) });

/** Every file for browsers with its hash and its sizes in bytes. */
const publicFiles = z.record(
  fileName,
  z.object({ integrity, bytes: z.int().min(0), brotliBytes: z.int().min(0).optional() }),
);

/** Fields of every version. */
const versionShape = {
  version: partVersionSchema,
  source: sourceSchema,
  /** The pact files of the part: its expectations of services. */
  pacts: z.record(fileName.startsWith('pacts/'), privateFile),
  server: serverFileSchema.optional(),
};

/** One built version, as stored in its immutable folder, `version.json`. Paths are relative to that folder. */
export const remoteBuildSchema = z.object({
  ...versionShape,
  declaration: remoteDeclarationSchema,
  builtAt: z.iso.datetime(),
  entry: fileName,
  manifest: fileName,
  files: publicFiles,
  /** The files that each exposed module (`remote`, `heart`) needs at once. */
  modules: z.record(z.string(), z.object({ scripts: z.array(fileName), styles: z.array(fileName) })),
  /** The files that each page chunk needs at once. */
  chunks: z.record(z.string(), z.object({ scripts: z.array(fileName), styles: z.array(fileName) })),
  /** The version range of each shared module that it needs. */
  shared: z.record(z.string(), z.string()),
  /** The names that its code imports from shared modules. */
  imports: z.record(z.string(), z.array(z.string())),
});

export type RemoteBuild = z.output<typeof remoteBuildSchema>;

/** The declaration of the shell, `shell/shell.json`. */
export const shellDeclarationSchema = z.object({ owner: z.string().min(1), keys: ownerKeys.optional() });

/**
 * A build of the shell in its folder, `shell.json`. Paths are relative to `/shell/<version>/`; scripts and styles are
 * in the order of the HTML.
 */
export const shellBuildSchema = z.object({
  ...versionShape,
  declaration: shellDeclarationSchema,
  builtAt: z.iso.datetime(),
  /** `index.html`, the template of all pages. */
  page: privateFile,
  files: publicFiles,
  scripts: z.array(fileName).min(1),
  styles: z.array(fileName),
  fonts: z.array(fileName).default([]),
  contractVersion: z.int().min(1),
  /** The version of each module that it shares with remotes. */
  shared: z.record(z.string(), z.string()),
  /**
   * The names that each shared module exports; `*` where the build cannot determine them, as for a CommonJS package in
   * development.
   */
  offers: z.record(z.string(), z.union([z.array(z.string()), z.literal('*')])),
});

export type ShellBuild = z.output<typeof shellBuildSchema>;

/** A remote in the registry: what the browser needs to start it. */
export const registryEntrySchema = z.object({
  name: remoteName,
  version: partVersionSchema,
  owner: z.string(),
  contractVersion: z.int().min(1),
  requiredRole,
  entry: z.string().startsWith('/remotes/'),
  manifest: z.string().startsWith('/remotes/'),
  /** The hash of the manifest, which has those of all scripts and styles, by path in the version's folder. */
  integrity: z.record(fileName, integrity),
  /** Set in development: the files come from a watching dev server and have no hash. */
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

/** `GET /remotes/registry.json` and the data block `#kinmel-registry` in the HTML. */
export const registrySchema = z.object({
  schema: z.literal(1),
  /** Incremented by every deploy, rollback or canary change. */
  revision: z.int().min(0),
  remotes: z.record(remoteName, registryEntrySchema),
});

export type Registry = z.output<typeof registrySchema>;

/** Who changed the registry, why and from where. */
export const changeRecordSchema = z.object({
  who: line(120),
  why: line(300),
  /** `userId` is the account of a change in the back office. */
  from: z.object({ host: line(253), commit: commitSchema.optional(), userId: line(64).optional() }),
  /** True for a change made automatically by the gateway, such as a rollback of a version over its failure budget. */
  isAutomatic: z.literal(true).optional(),
});

export type ChangeRecord = z.output<typeof changeRecordSchema>;

export const sharePercentSchema = z.number().min(1).max(100);

/** The next shares of a canary, in percent and ascending. 100 gives it to all visitors. */
export const canaryStepsSchema = z.object({
  shares: z.array(sharePercentSchema).min(1).max(10),
  /** Time between two steps. Without it, steps are made by hand. */
  everyMinutes: z.int().min(1).max(10_080).optional(),
});

export type CanarySteps = z.output<typeof canaryStepsSchema>;

/** The versions of a part that are in use. */
export const activePartSchema = z.object({
  version: partVersionSchema,
  /** The time at which all visitors had the version. */
  since: z.iso.datetime(),
  previous: partVersionSchema.optional(),
  canary: z
    .object({
      version: partVersionSchema,
      sharePercent: sharePercentSchema,
      /** The time at which the share got this size. */
      since: z.iso.datetime(),
      steps: canaryStepsSchema.optional(),
    })
    .optional(),
  /** The keys of the owner, as the active version declares them: they sign the next one. */
  keys: ownerKeys.optional(),
});

export const allParts = 'all';

/** One part, or `all`. */
export const freezableSchema = z.union([partNameSchema, z.literal(allParts)]);

/** Before `until`, no version of the part is activated. Rollbacks stay possible. */
export const freezeSchema = z.object({ until: z.iso.datetime(), who: line(120), why: line(300) });

/**
 * A stored revision of the registry: the active version of each part. Revisions are immutable and signed; the highest
 * number is active.
 */
export const registryRevisionSchema = z.object({
  ...changeRecordSchema.shape,
  schema: z.literal(2),
  revision: z.int().min(1),
  at: z.iso.datetime(),
  action: z.enum(['deploy', 'rollback', 'canary', 'step', 'retire', 'freeze', 'unfreeze']),
  part: freezableSchema,
  active: z.record(partNameSchema, activePartSchema),
  /** An ended freeze stays until the next one begins or its planned end. */
  freezes: z.record(freezableSchema, freezeSchema).default({}),
});

export type RegistryRevision = z.output<typeof registryRevisionSchema>;
