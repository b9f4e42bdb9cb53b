import type { RemoteBuild, ShellBuild } from '@kinmel/contracts';
import type { Module, Stats } from 'webpack';

type Imports = NonNullable<RemoteBuild['imports']>;
type Offers = NonNullable<ShellBuild['offers']>;

/** The federation plugin's module for an import of a shared module. */
interface ConsumedModule extends Module {
  readonly options: { readonly shareKey: string };
}

const isConsumed = (module: Module): module is ConsumedModule => module.type === 'consume-shared-module';

const sortedRecord = <Value>(names: ReadonlyMap<string, Value>): Record<string, Value> =>
  Object.fromEntries([...names].toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** The names that a build imports from each shared module; an import of a whole module has none. */
export function importedNames({ compilation }: Stats): Imports {
  const { chunkGraph, moduleGraph, modules } = compilation;
  const namesByKey = new Map<string, string[]>();
  for (const module of modules) {
    if (!isConsumed(module)) continue;
    const { shareKey } = module.options;
    const names = new Set(namesByKey.get(shareKey));
    for (const runtime of chunkGraph.getModuleRuntimes(module)) {
      for (const connection of moduleGraph.getIncomingConnections(module)) {
        // False when the importing code is unused.
        if (!connection.dependency || connection.getActiveState(runtime) === false) continue;
        for (const exportReference of compilation.getDependencyReferencedExports(
          connection.dependency,
          runtime,
        )) {
          const [name] = Array.isArray(exportReference) ? exportReference : exportReference.name;
          if (name !== undefined) names.add(name);
        }
      }
    }
    namesByKey.set(shareKey, [...names].toSorted());
  }
  return sortedRecord(namesByKey);
}

export function offeredNames({ compilation: { moduleGraph, modules } }: Stats): Offers {
  const namesByKey = new Map<string, string[] | '*'>();
  for (const providedModule of modules) {
    if (providedModule.type !== 'provide-module') continue;
    const [dependency] = providedModule.dependencies;
    const module = dependency && moduleGraph.getModule(dependency);
    if (!module) continue;
    const names = moduleGraph.getProvidedExports(module);
    // CommonJS modules also have a default export.
    const isEsm = module.getExportsType(moduleGraph, false) === 'namespace';
    namesByKey.set(
      keyOf(providedModule),
      Array.isArray(names) ? [...names, ...(isEsm ? [] : ['default'])].toSorted() : '*',
    );
  }
  return sortedRecord(namesByKey);
}

/** `webpack/sharing/provide/default/react-dom/client` */
function keyOf(providedModule: Module): string {
  const [, key] =
    /^webpack\/sharing\/provide\/[^/]+\/(.+)$/.exec(providedModule.libIdent({ context: '/' }) ?? '') ?? [];
  if (key === undefined)
    throw new Error(`${providedModule.identifier()} does not say which module it shares`);
  return key;
}
