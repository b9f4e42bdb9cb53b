import { relative } from 'node:path';
import type { Configuration } from 'webpack';
import { aliases, assetFileName, type BuildMode, cssModules, scriptRule } from './base-config.ts';
import { repositoryFolder } from './paths.ts';
import { sharedModules } from './shared-modules.ts';

export interface ServerConfigOptions {
  /** Prefix of the classes: the federation name, as in the browser build. */
  name: string;
  mode: BuildMode;
  outputFolder: string;
  filename: string;
  /** What the file exports: the source file of each module, by name. Each is run when it is first asked for. */
  modules: Readonly<Record<string, string>>;
  /** Whether the shared modules are in it; otherwise they are taken by `require` from whoever loads the file. */
  hasShared: boolean;
}

/** Whether the shell gives this module to remotes; a key with a slash at the end stands for every path below. */
function isShared(request: string): boolean {
  return sharedModules().some(({ key }) => (key.endsWith('/') ? request.startsWith(key) : request === key));
}

/**
 * The entry: a function that runs a module by its name. `kinmelFolder` is the address of the version's folder, which
 * is known only once the file has its version; whoever loads the file gives it.
 */
function entryText(modules: ServerConfigOptions['modules']): string {
  const members = Object.entries(modules).map(([name, file]) => {
    const path = JSON.stringify(`./${relative(repositoryFolder, file).replaceAll('\\', '/')}`);
    return `${JSON.stringify(name)}:function(){return require(${path})}`;
  });
  return `__webpack_public_path__=kinmelFolder;exports.modules={${members.join(',')}};`;
}

/**
 * The build of a shell or remote for server rendering: one CommonJS file that uses nothing of Node, with the class
 * names and the addresses of the browser build beside it.
 */
export function serverConfig(options: ServerConfigOptions): Configuration {
  const { name, mode, outputFolder, filename, modules, hasShared } = options;
  return {
    mode,
    context: repositoryFolder,
    target: 'es2022',
    devtool: false,
    cache: false,
    entry: { server: `data:text/javascript,${encodeURIComponent(entryText(modules))}` },
    output: {
      path: outputFolder,
      filename,
      library: { type: 'commonjs2' },
      globalObject: 'globalThis',
      chunkFormat: false,
      chunkLoading: false,
      uniqueName: name,
      assetModuleFilename: assetFileName,
      strictModuleErrorHandling: true,
      hashFunction: 'sha256',
      clean: true,
    },
    externalsType: 'commonjs',
    externals: hasShared
      ? []
      : [
          async ({ request = '' }: { request?: string }) =>
            isShared(request) ? `commonjs ${request}` : undefined,
        ],
    resolve: {
      extensions: ['.js', '.mjs', '.ts', '.tsx'],
      alias: aliases(),
    },
    module: {
      parser: { javascript: { dynamicImportMode: 'eager' } },
      rules: [
        // The entry is CommonJS: a module is run when it is asked for, so that one that throws takes no other along.
        { mimetype: 'text/javascript', type: 'javascript/auto' },
        scriptRule,
        {
          test: /\.css$/,
          loader: 'css-loader',
          options: { modules: { ...cssModules(name, mode), exportOnlyLocals: true } },
        },
        { test: /\.(webp|avif|svg|woff2)$/, type: 'asset/resource', generator: { emit: false } },
      ],
    },
    optimization: { minimize: false, splitChunks: false, moduleIds: 'natural', chunkIds: 'natural' },
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  };
}
