import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { remoteFileDeadlineMs } from '@kinmel/contracts';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import { styleTargets } from './browser-floor.ts';
import { releaseClassNames } from './class-names.ts';
import { packageFolder, repositoryFolder } from './paths.ts';
import { PinPlugin } from './pin-plugin.ts';
import { StableIdsPlugin } from './stable-ids-plugin.ts';
import { mapsFolder } from './version-files.ts';

/** A release, or the files of the development server (`dev/dev-server.ts`). */
export type BuildMode = 'production' | 'development';

interface BaseOptions {
  /** Federation name of the build and prefix of its CSS classes. */
  name: string;
  mode: BuildMode;
  /** Cascade layer of its own styles (`ui/src/styles/layers.css`). */
  layer: 'shell' | 'remote';
  outputFolder: string;
}

export const facadePath = (name: string) => join(import.meta.dirname, 'facades', name);

/** A file that only the development server puts into builds. */
export const developmentFile = (name: string) => join(import.meta.dirname, 'dev', name);

/** A file of the federation runtime. */
export const federationFile = (packageName: string, file: string) =>
  join(packageFolder(`@module-federation/${packageName}`), 'dist', file);

/** The prefix `v`, because content blockers block names with `.ad` and a digit, as one hash in 400 would begin. */
const chunkHash = 'v[contenthash:8]';

/** Assets have plain names: `remote.json` refers to them, and the version's folder is immutable. */
export const assetFileName = '[name][ext]';

/** Facades replace packages whose exports they restrict. */
export const aliases = () => ({
  'react-router-dom$': facadePath('react-router-dom.mjs'),
  // The package exports the development build with all warnings by default.
  'react-router$': join(packageFolder('react-router'), 'dist/production/index.mjs'),
  'react-redux$': facadePath('react-redux.mjs'),
  'kinmel-react-redux-source$': join(packageFolder('react-redux'), 'dist/react-redux.mjs'),
  'zod/mini$': facadePath('zod-mini.mjs'),
  'kinmel-zod-mini-source$': join(packageFolder('zod'), 'mini/index.js'),
  '@module-federation/error-codes$': facadePath('federation-error-codes.mjs'),
  'kinmel-federation-codes-source$': federationFile('error-codes', 'error-codes.mjs'),
  [join(packageFolder('lucide-react'), 'dist/esm/createLucideIcon.mjs')]: facadePath('lucide-icon.mjs'),
});

const scriptOptions = (isDevelopment: boolean) => ({
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true },
    // `refresh` has no effect without `development`.
    transform: { react: { runtime: 'automatic', development: isDevelopment, refresh: isDevelopment } },
  },
});

export const scriptRule = {
  test: /\.[jt]sx?$/,
  exclude: /node_modules/,
  loader: 'swc-loader',
  options: scriptOptions(false),
};

/**
 * With the source map as an object webpack makes its paths relative. A string map puts the build folder into the hash
 * of every chunk.
 */
const scriptRuleWithMap = (mode: BuildMode) => ({
  ...scriptRule,
  options: { ...scriptOptions(mode === 'development'), parseMap: true },
});

/** The function for class names of a build; server rendering must use the same. */
export function cssModules(name: string, mode: BuildMode) {
  const classNameOf = releaseClassNames(name);
  return {
    auto: true,
    namedExport: false,
    exportLocalsConvention: 'as-is',
    // A prefix per build, so that two versions of a component never share a class.
    localIdentName: `${name}-[local]-[hash:base64:5]`,
    localIdentContext: repositoryFolder,
    ...(mode === 'production'
      ? {
          getLocalIdent: ({ resourcePath }: { resourcePath: string }, _: string, local: string) =>
            classNameOf(resourcePath, local),
        }
      : {}),
  };
}

/**
 * Tells Chromium that nearly all functions are called during start-up, so that it compiles them off the main thread while
 * the file loads. Compiling each at its first call took two fifths of the time before hydration on a slow phone.
 */
const eagerCompileHint = () =>
  new webpack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    test: /\.js$/,
    // Runs after the minimizer, which removes comments, and before hashes are computed.
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });

/** Source maps in a separate folder, without references in the scripts (`hidden-source-map`). */
const privateMaps = () =>
  new webpack.SourceMapDevToolPlugin({ test: /\.js$/, filename: `${mapsFolder}/[file].map`, append: false });

/** The folder of the design system, without links. */
const uiFolder = realpathSync(packageFolder('@kinmel/ui'));
const iconsFolder = join(packageFolder('lucide-react'), 'dist/esm/icons');

const stylesLoader = join(import.meta.dirname, 'styles-loader.mjs');

/** A component of the design system is in the layer `ui` of every build that bundles it. */
const layerLoader = (layer: string) => [{ loader: stylesLoader, options: { layer } }];

export function baseConfig({ name, mode, layer, outputFolder }: BaseOptions): Configuration {
  const isProduction = mode === 'production';
  return {
    mode,
    context: repositoryFolder,
    target: ['web', 'es2022'],
    // Without `eval`, which the content security policy forbids. Releases use `privateMaps`.
    devtool: isProduction ? false : 'cheap-module-source-map',
    // Releases are built without a cache, because a warm one once emitted a broken release without an error.
    cache: isProduction ? false : { type: 'memory' },
    output: {
      path: outputFolder,
      publicPath: 'auto',
      uniqueName: name,
      filename: '[name].js',
      chunkFilename: isProduction ? `[name].${chunkHash}.js` : '[name].js',
      assetModuleFilename: assetFileName,
      chunkLoadTimeout: remoteFileDeadlineMs,
      // A module that threw throws again when it is required again. Otherwise the second importer would get half-initialised
      // exports, such as an "Add to Cart" button that does nothing.
      strictModuleErrorHandling: true,
      hashFunction: 'sha256',
      clean: true,
    },
    resolve: {
      extensions: ['.js', '.mjs', '.ts', '.tsx'],
      alias: aliases(),
    },
    module: {
      rules: [
        scriptRuleWithMap(mode),
        {
          test: /\.css$/,
          sideEffects: true,
          use: [
            MiniCssExtractPlugin.loader,
            {
              loader: 'css-loader',
              options: {
                importLoaders: 1,
                sourceMap: false,
                modules: cssModules(name, mode),
              },
            },
          ],
        },
        { test: /\.module\.css$/, include: uiFolder, use: layerLoader('ui') },
        { test: /\.module\.css$/, exclude: uiFolder, use: layerLoader(layer) },
        { test: /\.css$/, exclude: /\.module\.css$/, loader: stylesLoader },
        { include: iconsFolder, loader: join(import.meta.dirname, 'icon-loader.mjs') },
        { test: /\.(webp|avif|svg|woff2)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: '[name].css',
        chunkFilename: isProduction ? `[name].${chunkHash}.css` : '[name].css',
        // Cascade layers define the precedence, so the order of files does not matter.
        ignoreOrder: true,
      }),
      ...(isProduction
        ? [new PinPlugin(), new StableIdsPlugin(), eagerCompileHint(), privateMaps()]
        : // One name for all builds of a page: the first one registers the one runtime (`dev/share-refresh-runtime.cjs`).
          [
            new ReactRefreshPlugin({
              overlay: false,
              library: 'kinmel',
              exclude: [/node_modules/, developmentFile('')],
            }),
          ]),
    ],
    optimization: {
      minimize: isProduction,
      minimizer: [
        new MinimizerPlugin({
          test: /\.js$/,
          minify: MinimizerPlugin.swcMinify,
          minimizerOptions: {
            ecma: 2022,
            compress: { passes: 3, ecma: 2022 },
            format: { comments: false },
          },
          extractComments: false,
          parallel: false,
        }),
        new MinimizerPlugin({
          test: /\.css$/,
          minify: MinimizerPlugin.lightningCssMinify,
          minimizerOptions: { targets: styleTargets },
          parallel: false,
        }),
      ],
    },
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  };
}
