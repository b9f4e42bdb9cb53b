import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const run = promisify(execFile);

/** Each report by its file in `docs/exports`: whose version answers for what is in it, and where its exports begin. */
export const reportedEntries = [
  { report: 'contracts', package: '@kinmel/contracts', folder: 'packages/contracts', entry: 'src/index' },
  {
    report: 'contracts-browser',
    package: '@kinmel/contracts',
    folder: 'packages/contracts',
    entry: 'src/browser/index',
  },
  { report: 'ui', package: '@kinmel/ui', folder: 'packages/ui', entry: 'src/index' },
  { report: 'web-kit', package: '@kinmel/web-kit', folder: 'packages/web-kit', entry: 'src/index' },
  {
    report: 'web-kit-forms',
    package: '@kinmel/web-kit',
    folder: 'packages/web-kit',
    entry: 'src/forms/index',
  },
  { report: 'web-kit-host', package: '@kinmel/web-kit', folder: 'packages/web-kit', entry: 'src/host/index' },
] as const;

/** What shell and remotes share of libraries: remotes lean on these names as on those of web-kit, and its version answers for them. */
export const facadesReport = { report: 'facades', package: '@kinmel/web-kit' } as const;

const compilerOptions = {
  target: 'es2024',
  lib: ['esnext', 'dom', 'dom.iterable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  jsx: 'react-jsx',
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: ['node'],
};

/** The declarations of all entries, by the compiler of the checkout. */
async function writeDeclarations(repository: string, outDir: string): Promise<void> {
  const config = join(outDir, 'tsconfig.json');
  await writeFile(
    config,
    JSON.stringify({
      extends: join(repository, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: repository,
        outDir,
      },
      include: [],
      files: [
        ...reportedEntries.map(({ folder, entry }) => join(repository, folder, `${entry}.ts`)),
        join(repository, 'types/assets.d.ts'),
      ],
    }),
  );
  await run(join(repository, 'node_modules/.bin/tsc'), ['-p', config, '--checkers', '1']);
}

/** The lines that only say whether something has a comment are no part of what is exported. */
const withoutRemarks = (text: string) =>
  text.replace(/^[ \t]*\/\/ (@public.*|\(undocumented\)|\(No @packageDocumentation.*)\n/gm, '');

async function facadeNames(repository: string): Promise<string> {
  const folder = join(repository, 'tooling/src/webpack/facades');
  const parts: string[] = [];
  for (const file of (await readdir(folder)).toSorted()) {
    const source = (await readFile(join(folder, file), 'utf8')).replace(/\/\/.*/g, '');
    const names = [...source.matchAll(/export \{([^}]*)\}/g)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim().split(' as ').at(-1) ?? ''),
    );
    for (const name of names.filter((each) => each !== '').toSorted())
      parts.push(`- ${file.replace('.mjs', '')}/${name}\n`);
  }
  return `## What shell and remotes share of libraries\n\n${parts.join('')}`;
}

/** API Extractor took a file that it did not find for a package of somebody else. It says nothing then, and leaves its exports out. */
class LostFileError extends Error {
  override name = 'LostFileError';
}

/**
 * The reports by their files' names: every exported name of each entry with the text of its type.
 * API Extractor reads declarations with a compiler of its own; those that TypeScript 7 writes are plain enough for it. On a busy
 * machine it was seen to lose the files of one package; a second reading found them.
 */
export async function makeReports(repository: string): Promise<Map<string, string>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readReports(repository);
    } catch (error) {
      if (!(error instanceof LostFileError) || attempt === 3) throw error;
    }
  }
}

async function readReports(repository: string): Promise<Map<string, string>> {
  // In the checkout, so that the packages that declarations name are found.
  await mkdir(join(repository, '.kinmel'), { recursive: true });
  const outDir = await mkdtemp(join(repository, '.kinmel/exports-'));
  try {
    await writeDeclarations(repository, outDir);
    const entries = reportedEntries.map(({ report, folder, entry }) => {
      const mainEntryPointFilePath = join(outDir, folder, `${entry}.d.ts`);
      const config = ExtractorConfig.prepare({
        configObject: {
          projectFolder: outDir,
          mainEntryPointFilePath,
          compiler: { overrideTsconfig: { compilerOptions, files: [mainEntryPointFilePath] } },
          apiReport: {
            enabled: true,
            includeForgottenExports: true,
            reportFileName: `${report}.api.md`,
            reportFolder: join(outDir, 'reports'),
            reportTempFolder: join(outDir, 'temp'),
          },
          newlineKind: 'lf',
          docModel: { enabled: false },
          dtsRollup: { enabled: false },
          tsdocMetadata: { enabled: false },
          messages: {
            compilerMessageReporting: { default: { logLevel: 'error' as never } },
            extractorMessageReporting: { default: { logLevel: 'none' as never } },
            tsdocMessageReporting: { default: { logLevel: 'none' as never } },
          },
        },
        configObjectFullPath: undefined,
        packageJsonFullPath: join(repository, folder, 'package.json'),
      });
      return { report, config, file: mainEntryPointFilePath };
    });
    const [first, ...others] = entries;
    if (!first) return new Map();
    // One program for all: reading the declarations is most of the time.
    const compilerState = CompilerState.create(first.config, {
      additionalEntryPoints: others.map(({ file }) => file),
    });
    await mkdir(join(outDir, 'reports'), { recursive: true });
    const reports = new Map<string, string>();
    for (const { report, config } of entries) {
      const errors: string[] = [];
      Extractor.invoke(config, {
        localBuild: true,
        compilerState,
        messageCallback: (message) => {
          if (message.logLevel === 'error') errors.push(message.text);
          message.handled = true;
        },
      });
      if (errors.length > 0) throw new Error(`${report}: ${errors.join('\n')}`);
      const text = await readFile(join(outDir, 'reports', `${report}.api.md`), 'utf8');
      const lost = /^import .* from '\..*$/m.exec(text);
      if (lost) throw new LostFileError(`${report}: not found: ${lost[0]}`);
      reports.set(`${report}.md`, withoutRemarks(text));
    }
    reports.set(`${facadesReport.report}.md`, await facadeNames(repository));
    return reports;
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
