import type { ComponentPropsWithoutRef, ElementType } from 'react';
import { type ButtonLookProps, buttonClass } from './button-look.ts';

export type ButtonLinkProps<As extends ElementType> = ButtonLookProps & {
  /** The link component of the router in use; a plain `<a>` without it. */
  as?: As;
} & Omit<ComponentPropsWithoutRef<As>, keyof ButtonLookProps | 'as'>;

/** A link with the look of a button. */
export function ButtonLink<As extends ElementType = 'a'>({
  as,
  look,
  size,
  fullWidth,
  className,
  ...linkProps
}: ButtonLinkProps<As>) {
  const Link: ElementType = as ?? 'a';
  return <Link {...linkProps} className={buttonClass({ look, size, fullWidth }, className)} />;
}
