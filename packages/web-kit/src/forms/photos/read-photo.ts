import { uploadLimits } from '@kinmel/contracts/browser';

/** Maximum longer edge of an upload, in pixels: larger than any page shows, small enough for a slow connection. */
const maxEdge = 2048;
const smallBytes = 1024 * 1024;
/** A larger file that cannot be read is refused by its size. */
const { maxBytes } = uploadLimits.customerPhoto;

const damagedText = 'This picture is damaged and cannot be opened. Please choose another one.';
const heicText =
  'This browser cannot read HEIC photos. On an iPhone, choose Settings, Camera, Formats, Most Compatible, or share the photo as JPEG.';

const isHeic = ({ type, name }: File): boolean =>
  /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));

export interface ReadPhoto {
  readonly file: File;
  /** Why the photo cannot be sent. */
  readonly problem?: string | undefined;
}

/**
 * Prepares a chosen photo for sending: upright, without metadata, and not larger than a screen shows. Small pictures,
 * animations and files that are not pictures stay unchanged. Hand-written: the Content-Security-Policy forbids the
 * object URLs and workers of libraries, and browsers scale well themselves.
 */
export async function readPhoto(file: File): Promise<ReadPhoto> {
  const isScaled = isHeic(file) || /^image\/(?:jpe?g|png)$/.test(file.type);
  if (!isScaled || file.size === 0 || typeof createImageBitmap !== 'function') return { file };
  let picture: ImageBitmap;
  try {
    // Upright by default. The option for it is missing in the oldest supported browser: Chrome 110 throws for
    // `from-image`.
    picture = await createImageBitmap(file);
  } catch {
    if (isHeic(file)) return { file, problem: heicText };
    const isDamaged = file.size <= maxBytes && (await beginsAsPicture(file));
    return { file, problem: isDamaged ? damagedText : undefined };
  }
  const { width, height } = picture;
  const scale = Math.min(1, maxEdge / Math.max(width, height));
  const isSmall = scale === 1 && file.size <= smallBytes && !isHeic(file);
  const scaled = isSmall ? undefined : await encodePicture(picture, scale, file.type === 'image/png');
  picture.close();
  // A screenshot may be smaller in its original form.
  if (!scaled || (scaled.size >= file.size && scale === 1 && !isHeic(file))) return { file };
  const { name, lastModified } = file;
  const extension = scaled.type === 'image/png' ? 'png' : 'jpg';
  const fileName = `${name.replace(/\.\w+$/, '')}.${extension}`;
  return { file: new File([scaled], fileName, { type: scaled.type, lastModified }) };
}

/** JPEG or PNG by the first three bytes, whatever the name says. */
const beginsAsPicture = (file: File): Promise<boolean> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onloadend = () =>
      resolve(typeof reader.result === 'string' && /base64,(?:\/9j|iVBO)/.test(reader.result));
    reader.readAsDataURL(file.slice(0, 3));
  });

function encodePicture(picture: ImageBitmap, scale: number, canBeTransparent: boolean): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, canBeTransparent ? 'image/png' : 'image/jpeg', 0.9));
}
