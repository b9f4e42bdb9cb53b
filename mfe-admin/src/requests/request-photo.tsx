import { classNames } from '@kinmel/ui';
import { useState } from 'react';
import classes from './request-photo.module.css';

interface RequestPhotoProps {
  /** Empty when the request has no photo. */
  src: string;
  alt: string;
  size: 'thumbnail' | 'large';
}

/** A photo of a request. An image request has no bearer token: the cookie for this remote's files authorizes it. */
export function RequestPhoto({ src, alt, size }: RequestPhotoProps) {
  const [failedSrc, setFailedSrc] = useState<string>();
  const className = classNames(classes.photo, classes[size]);
  if (!src) return <span className={classNames(className, classes.words)}>No image</span>;
  if (failedSrc === src)
    return <span className={classNames(className, classes.words)}>Failed to load image</span>;
  return (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={className}
      onError={() => setFailedSrc(src)}
    />
  );
}

/** The photos beside the details of a record; nothing without one. */
export const photoColumn = <Photo extends { readonly path: string }>(
  photos: readonly Photo[],
  altOf: (photo: Photo, number: number) => string,
) =>
  photos.length > 0 && (
    <div className="stack gap-12">
      {photos.map((photo, index) => (
        <RequestPhoto key={photo.path} src={photo.path} alt={altOf(photo, index + 1)} size="large" />
      ))}
    </div>
  );
