import type { ReactNode } from 'react';
import { Loading } from '../picture/loading.tsx';
import { ErrorState, type RepeatedRequest } from './error-state.tsx';

interface RequestStateProps {
  request: RepeatedRequest & { readonly error?: unknown };
  /** What failed and what to do next. */
  text: string;
  className?: string | undefined;
  /** The skeletons. */
  children: ReactNode;
}

/** Replaces content whose request is running or has failed. */
export const RequestState = ({ request, text, className, children }: RequestStateProps) =>
  request.error === undefined ? (
    <Loading className={className}>{children}</Loading>
  ) : (
    <ErrorState className={className} text={text} request={request} />
  );
