import type { PictureDescription, PictureFile, ProcessedPicture } from './picture-pipeline.ts';

/** The port of picture storage. The default is a folder; object storage may stand behind the same calls. */
export interface PictureStore {
  /** Stores all files of a picture or none. A picture that exists already stays as it is. */
  save(picture: ProcessedPicture): Promise<void>;
  /** Undefined for a picture that was never stored. */
  describe(id: string): Promise<PictureDescription | undefined>;
  /** The bytes of one file; undefined when the picture or the file does not exist. */
  read(id: string, file: string): Promise<Buffer | undefined>;
}

/** A store whose pictures may begin with one file and get the others later. */
export interface GrowingPictureStore extends PictureStore {
  /** Adds files to a picture that was saved with only some of them; those that it has stay as they are. */
  add(picture: ProcessedPicture): Promise<void>;
  /** Which files of a picture there are. */
  filesOf(id: string): Promise<PictureFile['name'][]>;
  /** The largest WebP of a picture whose other files are still being drawn. */
  readInstead(id: string, file: string): Promise<Buffer | undefined>;
}
