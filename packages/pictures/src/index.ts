export { type AcceptedPictures, maxPicturePixels } from './decode-picture.ts';
export * from './folder-picture-store.ts';
export * from './keep-picture.ts';
export * from './picture-files-handler.ts';
export * from './picture-pipeline.ts';
export * from './picture-store.ts';
export { hasCode, readOwnFile } from './read-own-file.ts';
export * from './square-picture.ts';
