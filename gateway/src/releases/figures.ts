import type { VersionFigures } from '@kinmel/contracts';

/** What browsers reported of versions. */
export interface FiguresSource {
  /** Undefined while nobody has reported anything. */
  figuresOf(part: string, version: string): Promise<VersionFigures | undefined>;
}
