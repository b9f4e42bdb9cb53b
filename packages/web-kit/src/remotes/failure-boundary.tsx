import { Component, type ReactNode } from 'react';

interface FailureBoundaryProps {
  children: ReactNode;
  /** Called once for each error. React itself writes it to the browser's console. */
  onError?: () => void;
  fallback: (error: unknown) => ReactNode;
  /** What the children are drawn from, of which only data count: when some of it changes after an error, they are drawn again. */
  given?: unknown;
}

interface FailureBoundaryState {
  /** With what was given then, as text. */
  failure?: { readonly error: unknown; readonly given?: string } | undefined;
}

/**
 * Keeps an error inside one place of the page, until what is `given` changes: what throws for one product may be drawn for the
 * next. Give it a new `key` to try again at once.
 */
export class FailureBoundary extends Component<FailureBoundaryProps, FailureBoundaryState> {
  override state: FailureBoundaryState = {};

  static getDerivedStateFromError(error: unknown): FailureBoundaryState {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(
    props: FailureBoundaryProps,
    { failure }: FailureBoundaryState,
  ): FailureBoundaryState | null {
    if (!failure) return null;
    const given = JSON.stringify([props.given]);
    return { failure: given === (failure.given ?? given) ? { ...failure, given } : undefined };
  }

  override componentDidCatch() {
    this.props.onError?.();
  }

  override render(): ReactNode {
    return this.state.failure ? this.props.fallback(this.state.failure.error) : this.props.children;
  }
}
