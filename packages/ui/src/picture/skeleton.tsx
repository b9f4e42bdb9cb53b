import { classNames } from '../class-names.ts';
import classes from './skeleton.module.css';

export interface SkeletonProps {
  /** The form of what is coming: a square tile, a line of text, a button, or a plain block. */
  form?: 'tile' | 'text' | 'button' | 'block' | undefined;
  /** A number of pixels, or a length in words: "70%", "16em". */
  width?: number | string | undefined;
  height?: number | string | undefined;
  className?: string | undefined;
}

/**
 * Keeps the place of what is loading. It says nothing by itself: put it in a `Loading`. A drawing, because its size is an
 * attribute then: in HTML that a server made the pages' policy forbids a `style`.
 */
export function Skeleton({ form = 'block', width, height, className }: SkeletonProps) {
  return (
    <svg
      aria-hidden="true"
      className={classNames(classes.skeleton, form !== 'block' && classes[form], className)}
      width={width}
      height={height}
    />
  );
}
