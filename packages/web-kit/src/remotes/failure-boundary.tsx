import { Component, type ReactNode } from 'react';

interface FailureBoundaryProps {
  children: ReactNode;
  /** Called once for each error. React itself writes it to the browser's console. */
  onError?: () => void;
  fallback: (error: unknown) => ReactNode;
}

/** Keeps an error inside one place of the page. Give it a new `key` to try again. */
export class FailureBoundary extends Component<FailureBoundaryProps, { failure?: { error: unknown } }> {
  override state: { failure?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch() {
    this.props.onError?.();
  }

  override render() {
    return this.state.failure ? this.props.fallback(this.state.failure.error) : this.props.children;
  }
}
