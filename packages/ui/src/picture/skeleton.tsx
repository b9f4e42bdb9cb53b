import { classNames } from '../class-names.ts';
import classes from './skeleton.module.css';

export interface SkeletonProps {
  form?: 'tile' | 'text' | 'button' | 'block' | undefined;
  /** Pixels, or a CSS length: "70%", "16em". */
  width?: number | string | undefined;
  height?: number | string | undefined;
  className?: string | undefined;
}

/**
 * Placeholder for loading content; announces nothing, so put it in a `Loading`. An SVG, because its size is an
 * attribute: the Content-Security-Policy forbids inline `style` in server-rendered HTML.
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
