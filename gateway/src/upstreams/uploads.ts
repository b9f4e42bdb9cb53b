/** Pictures of products, by their id; `static-files.ts` reads the parts. */
export const uploadFile = /^\/uploads\/([a-z0-9][a-z0-9-]{2,63})\/(320|640|1200)\.(avif|webp)$/;
/** Written and served by auth, one folder for each. */
const avatarFile = /^\/uploads\/avatars\/[A-Za-z0-9_-]{8,64}\/(64|128|256)\.webp$/;

/** The service that owns the picture at this address; undefined for other addresses. */
export function ownerOfUpload(path: string): 'auth' | 'catalog' | undefined {
  if (uploadFile.test(path)) return 'catalog';
  return avatarFile.test(path) ? 'auth' : undefined;
}
