import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

type Fields = Readonly<Record<string, unknown>>;

/** A Kubernetes object. */
export const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels: z.record(z.string(), z.string()).optional() }),
});
export type Manifest = z.output<typeof manifestSchema>;

const generatorSchema = z.strictObject({
  name: z.string(),
  behavior: z.literal('merge').optional(),
  envs: z.array(z.string()).optional(),
  files: z.array(z.string()).optional(),
});

/** The subset of kustomize used in deploy/k8s; anything else is refused. */
const kustomizationSchema = z.strictObject({
  apiVersion: z.string(),
  kind: z.enum(['Kustomization', 'Component']),
  namespace: z.literal('kinmel').optional(),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  configMapGenerator: z.array(generatorSchema).default([]),
  secretGenerator: z.array(generatorSchema).default([]),
  patches: z
    .array(
      z.strictObject({
        path: z.string(),
        target: z.strictObject({
          kind: z.string(),
          name: z.string().optional(),
          labelSelector: z
            .string()
            .regex(/^[\w./-]+=[\w-]+$/)
            .optional(),
        }),
      }),
    )
    .default([]),
  images: z
    .array(z.strictObject({ name: z.string(), newName: z.string().optional(), newTag: z.string() }))
    .default([]),
});
type Kustomization = z.output<typeof kustomizationSchema>;
type Patch = Kustomization['patches'][number];

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merge keys of lists; other lists are replaced. */
const keyOfList: Readonly<Record<string, string>> = {
  containers: 'name',
  env: 'name',
  volumes: 'name',
  volumeMounts: 'mountPath',
};

function mergedList(before: readonly unknown[], patch: readonly unknown[], key: string): unknown[] {
  const keyOf = (element: unknown) => (isFields(element) ? element[key] : undefined);
  const known = new Set(before.map(keyOf));
  return [
    ...before.map((element) => {
      const change = patch.find((other) => keyOf(other) === keyOf(element));
      return change === undefined ? element : merged(element, change);
    }),
    ...patch.filter((element) => !known.has(keyOf(element))),
  ];
}

/** Strategic merge patch. */
function merged(before: unknown, patch: unknown, field = ''): unknown {
  const key = keyOfList[field];
  if (Array.isArray(before) && Array.isArray(patch) && key !== undefined)
    return mergedList(before, patch, key);
  if (!isFields(before) || !isFields(patch)) return patch;
  return {
    ...before,
    ...Object.fromEntries(
      Object.entries(patch).map(([name, value]) => [name, merged(before[name], value, name)]),
    ),
  };
}

function isMeant({ kind, metadata: { name, labels = {} } }: Manifest, { target }: Patch): boolean {
  const [label, value] = target.labelSelector?.split('=') ?? [];
  return (
    kind === target.kind &&
    (target.name === undefined || name === target.name) &&
    (label === undefined || labels[label] === value)
  );
}

function patched(manifest: Manifest, folder: string, patches: readonly Patch[]): Manifest {
  return patches
    .filter((patch) => isMeant(manifest, patch))
    .reduce<Manifest>((before, { path }) => {
      const { metadata, ...rest } = parse(readFileSync(join(folder, path), 'utf8'));
      const { name: _any, ...more } = metadata;
      return manifestSchema.parse(merged(before, { ...rest, metadata: more }));
    }, manifest);
}

const envLines = (path: string): [string, string][] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);

function generated(
  folder: string,
  generator: z.output<typeof generatorSchema>,
  kind: 'ConfigMap' | 'Secret',
): Manifest {
  const { name, envs = [], files = [] } = generator;
  const entries = [
    ...envs.flatMap((path) => envLines(join(folder, path))),
    ...files.map((path) => [basename(path), readFileSync(join(folder, path), 'utf8')] as const),
  ].map(([key, value]) => [key, kind === 'Secret' ? Buffer.from(value).toString('base64') : value] as const);
  return {
    apiVersion: 'v1',
    kind,
    metadata: { name },
    data: Object.fromEntries(entries),
    ...(kind === 'Secret' ? { type: 'Opaque' } : {}),
  };
}

/** Replaces image names and tags as the overlay says. */
function withImages(value: unknown, images: Kustomization['images']): unknown {
  if (Array.isArray(value)) return value.map((element) => withImages(element, images));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const image = name === 'image' ? images.find((one) => one.name === inner) : undefined;
      return [name, image ? `${image.newName ?? image.name}:${image.newTag}` : withImages(inner, images)];
    }),
  );
}

const readKustomization = (folder: string): Kustomization =>
  kustomizationSchema.parse(parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')));

/** Applies a kustomization to the objects before it. */
function applied(folder: string, before: readonly Manifest[]): Manifest[] {
  const kustomization = readKustomization(folder);
  const resources = kustomization.resources.flatMap((path) => {
    const file = join(folder, path);
    if (statSync(file).isDirectory()) return applied(file, []);
    return parseAllDocuments(readFileSync(file, 'utf8')).map((document) => {
      if (document.errors.length > 0) throw new Error(`${path}: ${document.errors.join(', ')}`);
      return manifestSchema.parse(document.toJS());
    });
  });
  let manifests = [...before, ...resources];
  for (const [kind, generators] of [
    ['ConfigMap', kustomization.configMapGenerator],
    ['Secret', kustomization.secretGenerator],
  ] as const) {
    for (const generator of generators) {
      const made = generated(folder, generator, kind);
      const isSame = (one: Manifest) => one.kind === kind && one.metadata.name === generator.name;
      if (generator.behavior !== 'merge') manifests.push(made);
      else manifests = manifests.map((one) => (isSame(one) ? manifestSchema.parse(merged(one, made)) : one));
    }
  }
  for (const path of kustomization.components) manifests = applied(join(folder, path), manifests);
  return manifests
    .map((manifest) => patched(manifest, folder, kustomization.patches))
    .map((manifest) => manifestSchema.parse(withImages(manifest, kustomization.images)));
}

/**
 * The objects of an overlay as built by `kubectl kustomize`, without the namespace and the hashes of generated names,
 * so that they can be checked without kubectl. Where kubectl exists, a test compares both.
 */
export function buildOverlay(folder: string): Manifest[] {
  if (!existsSync(folder)) throw new Error(`${folder} does not exist`);
  return applied(folder, []);
}
