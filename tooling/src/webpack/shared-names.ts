import type { RemoteBuild, ShellBuild } from '@kinmel/contracts';
import type { Module, Stats } from 'webpack';

type Imports = NonNullable<RemoteBuild['imports']>;
type Offers = NonNullable<ShellBuild['offers']>;

/** A module of the federation plugin that stands for a shared one where it is imported. */
interface ConsumedModule extends Module {
  readonly options: { readonly shareKey: string };
}

const isConsumed = (module: Module): module is ConsumedModule => module.type === 'consume-shared-module';

const sorted = <Value>(names: ReadonlyMap<string, Value>): Record<string, Value> =>
  Object.fromEntries([...names].toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** The names that the code of a build imports of shared modules. An import of a whole module names the module alone. */
export function importedNames({ compilation }: Stats): Imports {
  const { chunkGraph, moduleGraph, modules } = compilation;
  const found = new Map<string, string[]>();
  for (const module of modules) {
    if (!isConsumed(module)) continue;
    const { shareKey } = module.options;
    const names = new Set(found.get(shareKey));
    for (const runtime of chunkGraph.getModuleRuntimes(module)) {
      for (const connection of moduleGraph.getIncomingConnections(module)) {
        // False: the code that imports it is dropped from the build.
        if (!connection.dependency || connection.getActiveState(runtime) === false) continue;
        for (const used of compilation.getDependencyReferencedExports(connection.dependency, runtime)) {
          const [name] = Array.isArray(used) ? used : used.name;
          if (name !== undefined) names.add(name);
        }
      }
    }
    found.set(shareKey, [...names].toSorted());
  }
  return sorted(found);
}

/** The names that the shared modules of a host export. */
export function offeredNames({ compilation: { moduleGraph, modules } }: Stats): Offers {
  const found = new Map<string, string[] | '*'>();
  for (const provided of modules) {
    if (provided.type !== 'provide-module') continue;
    const [dependency] = provided.dependencies;
    const module = dependency && moduleGraph.getModule(dependency);
    if (!module) continue;
    const names = moduleGraph.getProvidedExports(module);
    // What is no ES module has itself for its default.
    const isEsm = module.getExportsType(moduleGraph, false) === 'namespace';
    found.set(
      keyOf(provided),
      Array.isArray(names) ? [...names, ...(isEsm ? [] : ['default'])].toSorted() : '*',
    );
  }
  return sorted(found);
}

/** `webpack/sharing/provide/default/react-dom/client` */
function keyOf(provided: Module): string {
  const [, key] =
    /^webpack\/sharing\/provide\/[^/]+\/(.+)$/.exec(provided.libIdent({ context: '/' }) ?? '') ?? [];
  if (key === undefined) throw new Error(`${provided.identifier()} does not say which module it shares`);
  return key;
}
