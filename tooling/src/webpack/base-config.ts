import { join } from 'node:path';
import { remoteFileDeadlineMs } from '@kinmel/contracts';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import { releaseClassNames } from './class-names.ts';
import { packageFolder, repositoryFolder } from './paths.ts';
import { StableIdsPlugin } from './stable-ids-plugin.ts';
import { mapsFolder } from './version-files.ts';

export type BuildMode = 'production' | 'development';

interface BaseOptions {
  /** Federation name of the build: prefix of its CSS classes, and what its global loader is called. */
  name: string;
  mode: BuildMode;
  outputFolder: string;
}

export const facade = (name: string) => join(repositoryFolder, 'tooling/src/webpack/facades', name);

/** A file of the federation runtime. */
export const federationFile = (packageName: string, file: string) =>
  join(packageFolder(`@module-federation/${packageName}`), 'dist', file);

/** What every name of an asset of a version is: `remote.json` names a picture by it, and the folder never changes anyway. */
export const assetFileName = '[name][ext]';

/** Where the facades stand in for the packages whose names they choose. */
export const aliases = () => ({
  'react-router-dom$': facade('react-router-dom.mjs'),
  // Its package names the build with all warnings, whatever is built.
  'react-router$': join(packageFolder('react-router'), 'dist/production/index.mjs'),
  'react-redux$': facade('react-redux.mjs'),
  'kinmel-react-redux-source$': join(packageFolder('react-redux'), 'dist/react-redux.mjs'),
  'zod/mini$': facade('zod-mini.mjs'),
  'kinmel-zod-mini-source$': join(packageFolder('zod'), 'mini/index.js'),
  '@module-federation/error-codes$': facade('federation-error-codes.mjs'),
  'kinmel-federation-codes-source$': federationFile('error-codes', 'error-codes.mjs'),
});

/** Our own sources as scripts of the browsers that the shop supports. */
export const scriptRule = {
  test: /\.[jt]sx?$/,
  exclude: /node_modules/,
  loader: 'swc-loader',
  options: {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic', development: false } },
    },
  },
};

/**
 * The same with the source map as an object, in which webpack makes paths relative. The text that the loader gives otherwise puts the folder
 * of the build into the hash of every chunk.
 */
const scriptRuleWithMap = { ...scriptRule, options: { ...scriptRule.options, parseMap: true } };

/** How the classes of a build are named. What is drawn on a server has to name them alike. */
export function cssModules(name: string, mode: BuildMode) {
  const classNameOf = releaseClassNames(name);
  return {
    auto: true,
    namedExport: false,
    exportLocalsConvention: 'as-is',
    // A prefix of its own for every build: two versions of one component never share a class.
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
 * Says at the top of each script that nearly all of its functions are called while the page starts. Browsers that know it
 * compile them where they compile the file, beside the main thread and while it still comes; otherwise each waits for its
 * first call, which was two fifths of what a slow phone did before it heard a tap.
 */
const compiledBeforehand = () =>
  new webpack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    test: /\.js$/,
    // The minimizer takes comments away, and hashes are made of what is sent.
    stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });

/** The source maps of scripts, in a folder of their own; no script says that it has one (`hidden-source-map`). */
const privateMaps = () =>
  new webpack.SourceMapDevToolPlugin({ test: /\.js$/, filename: `${mapsFolder}/[file].map`, append: false });

/** What every browser build of the shop has in common. */
export function baseConfig({ name, mode, outputFolder }: BaseOptions): Configuration {
  const isProduction = mode === 'production';
  return {
    mode,
    context: repositoryFolder,
    target: ['web', 'es2022'],
    // No `eval`: the pages' content security policy forbids it, in development too.
    // A release has its own (`privateMaps`).
    devtool: isProduction ? false : 'cheap-module-source-map',
    // A warm cache was seen to emit a broken release without an error; releases are built from nothing.
    cache: isProduction ? false : { type: 'memory' },
    output: {
      path: outputFolder,
      publicPath: 'auto',
      uniqueName: name,
      filename: '[name].js',
      chunkFilename: isProduction ? '[name].[contenthash:8].js' : '[name].js',
      assetModuleFilename: assetFileName,
      chunkLoadTimeout: remoteFileDeadlineMs,
      // A module that threw is evaluated again when it is asked for again, and throws again. Without this the second
      // to ask gets its half-made exports: an "Add to Cart" that shows and does nothing, where web-kit did not fit.
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
        scriptRuleWithMap,
        {
          test: /\.css$/,
          sideEffects: true,
          use: [
            MiniCssExtractPlugin.loader,
            {
              loader: 'css-loader',
              options: {
                importLoaders: 0,
                sourceMap: false,
                modules: cssModules(name, mode),
              },
            },
          ],
        },
        { test: /\.(webp|avif|svg|woff2)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: '[name].css',
        chunkFilename: isProduction ? '[name].[contenthash:8].css' : '[name].css',
        // Order is set by cascade layers, not by the order of files.
        ignoreOrder: true,
      }),
      ...(isProduction ? [new StableIdsPlugin(), compiledBeforehand(), privateMaps()] : []),
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
          parallel: false,
        }),
      ],
    },
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  };
}
