import type { ReactNode } from 'react';

/** Title and lead of a page; `children` are rendered above the title. */
export const PageHead = ({
  title,
  lead,
  children,
}: {
  title: string;
  lead: string;
  children?: ReactNode;
}) => (
  <header className="stack gap-12">
    {children}
    <h1>{title}</h1>
    <p className="type-lead">{lead}</p>
  </header>
);
