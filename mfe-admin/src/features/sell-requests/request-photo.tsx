import type { SellRequestAnswer } from '@kinmel/contracts';
import { classNames } from '@kinmel/ui';
import { useState } from 'react';
import classes from './request-photo.module.css';
import { phoneName } from './sell-request-texts.ts';

interface RequestPhotoProps {
  request: SellRequestAnswer;
  size: 'thumbnail' | 'large';
}

/** The seller's photo. An image request has no bearer token: the cookie for this remote's files authorizes it. */
export function RequestPhoto({ request, size }: RequestPhotoProps) {
  const { phoneImage } = request;
  const [failed, setFailed] = useState<string>();
  const names = classNames(classes.photo, classes[size]);
  if (!phoneImage) return <span className={classNames(names, classes.words)}>No image</span>;
  if (failed === phoneImage)
    return <span className={classNames(names, classes.words)}>Failed to load image</span>;
  return (
    <img
      src={phoneImage}
      alt={size === 'large' ? `${phoneName(request)}, as its seller sent it` : ''}
      loading="lazy"
      decoding="async"
      className={names}
      onError={() => setFailed(phoneImage)}
    />
  );
}
