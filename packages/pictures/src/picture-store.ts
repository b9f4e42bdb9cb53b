import type { PictureDescription, ProcessedPicture } from './picture-pipeline.ts';

/** The port of picture storage. The default is a folder; object storage may stand behind the same calls. */
export interface PictureStore {
  /** Stores all files of a picture or none. A picture that exists already stays as it is. */
  save(picture: ProcessedPicture): Promise<void>;
  /** Undefined for a picture that was never stored. */
  describe(id: string): Promise<PictureDescription | undefined>;
  /** The bytes of one file; undefined when the picture or the file does not exist. */
  read(id: string, file: string): Promise<Buffer | undefined>;
}
