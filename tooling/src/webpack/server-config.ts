import { relative } from 'node:path';
import type { Configuration } from 'webpack';
import { aliases, assetFileName, cssModules, scriptRule } from './base-config.ts';
import { repositoryFolder } from './paths.ts';
import { sharedModules } from './shared-modules.ts';

export interface ServerConfigOptions {
  /** Class prefix: the federation name, as in the browser build. */
  name: string;
  outputFolder: string;
  filename: string;
  /** Source files of the exported modules by name; each is run when it is first requested. */
  modules: Readonly<Record<string, string>>;
  /** True when the shared modules are bundled; otherwise the loader provides them by `require`. */
  hasShared: boolean;
}

/** Whether a module is shared. A key with a slash at the end matches every path below it. */
function isShared(request: string): boolean {
  return sharedModules().some(({ key }) => (key.endsWith('/') ? request.startsWith(key) : request === key));
}

/**
 * Entry that runs a module by name. `kinmelFolder`, the address of the version's folder, is passed by the loader: it
 * depends on the version.
 */
function entryText(modules: ServerConfigOptions['modules']): string {
  const members = Object.entries(modules).map(([name, file]) => {
    const path = JSON.stringify(`./${relative(repositoryFolder, file).replaceAll('\\', '/')}`);
    return `${JSON.stringify(name)}:function(){return require(${path})}`;
  });
  return `__webpack_public_path__=kinmelFolder;exports.modules={${members.join(',')}};`;
}

/**
 * Build for server rendering: one CommonJS file without Node modules, with the class names and asset addresses of the
 * browser build.
 */
export function serverConfig(options: ServerConfigOptions): Configuration {
  const { name, outputFolder, filename, modules, hasShared } = options;
  return {
    mode: 'production',
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
        // CommonJS, so that modules run when they are requested and one that throws does not break the others.
        { mimetype: 'text/javascript', type: 'javascript/auto' },
        scriptRule,
        {
          test: /\.css$/,
          loader: 'css-loader',
          options: { modules: { ...cssModules(name, 'production'), exportOnlyLocals: true } },
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
