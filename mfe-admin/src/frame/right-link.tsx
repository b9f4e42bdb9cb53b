import type { StaffRight } from '@kinmel/contracts/browser';
import { Link } from '@kinmel/web-kit';
import { useRights } from './use-rights.ts';

interface RightLinkProps {
  right: StaffRight;
  to: string;
  children: string;
}

/** A link to a page that only some of the staff may see. */
export function RightLink({ right, to, children }: RightLinkProps) {
  const may = useRights();
  return may(right) ? <Link to={to}>{children}</Link> : null;
}
