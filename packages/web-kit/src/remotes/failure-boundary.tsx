import { Component, type ErrorInfo, type ReactNode } from 'react';
import { reportFailure } from './failures.ts';

interface FailureBoundaryProps {
  children: ReactNode;
  /** Called once per error. React itself logs it to the browser's console. */
  onError?: () => void;
  fallback: (error: unknown) => ReactNode;
  /** The remote that fills the place, for reports; by default the one whose component failed. */
  part?: string;
  /** Props of the children; only data is compared. When it changes after an error, the children are rendered again. */
  given?: unknown;
}

interface FailureBoundaryState {
  /** The props at the time of the error, as text. */
  failure?: { readonly error: unknown; readonly inputs?: string } | undefined;
}

/**
 * Contains an error in one part of the page until `given` changes, because what fails for one product may work for the
 * next. Give it a new `key` to retry at once.
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
    const inputs = JSON.stringify([props.given]);
    return { failure: inputs === (failure.inputs ?? inputs) ? { ...failure, inputs } : undefined };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    this.props.onError?.();
    reportFailure({ error, part: this.props.part, componentStack });
  }

  override render(): ReactNode {
    return this.state.failure ? this.props.fallback(this.state.failure.error) : this.props.children;
  }
}
