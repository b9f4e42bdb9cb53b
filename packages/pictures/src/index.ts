export * from './picture-store.ts';
export * from './keep-picture.ts';
export * from './personal-photos.ts';
export * from './personal-picture-store.ts';
export * from './picture-files-handler.ts';
export * from './picture-pipeline.ts';
export * from './square-picture.ts';
export * from './sweep-personal-pictures.ts';
