import { Component, type ReactNode, use, useLayoutEffect, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom';

interface FailureBoundaryProps {
  children: ReactNode;
  /** Called once for each error. React itself writes it to the browser's console. */
  onError?: () => void;
  fallback: (error: unknown) => ReactNode;
  /** What the children are drawn from: when a value of it changes after an error, they are drawn again. Functions do not count. */
  given?: object;
}

const isOther = (before: object = {}, now: object = {}) =>
  Object.entries({ ...before, ...now }).some(
    ([name, value]) => typeof value !== 'function' && Reflect.get(before, name) !== Reflect.get(now, name),
  );

/** Stands beside a fallback, and so hears of the first address after the error. */
function AtNextAddress({ run }: { run: () => void }) {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [failedAt] = useState(address);
  useLayoutEffect(() => {
    if (address !== failedAt) run();
  });
  return null;
}

/** A widget may stand on a page without a router, where no address changes. */
function WithinRouter({ children }: { children: ReactNode }) {
  const context: object | null = use(NavigationContext);
  return context ? children : null;
}

/**
 * Keeps an error inside one place of the page, until the address or what is `given` changes: what throws for one product may
 * be drawn for the next. Give it a new `key` to try again at once.
 */
export class FailureBoundary extends Component<FailureBoundaryProps, { failure?: { error: unknown } }> {
  override state: { failure?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch() {
    this.props.onError?.();
  }

  override componentDidUpdate(before: FailureBoundaryProps) {
    if (this.state.failure && isOther(before.given, this.props.given)) this.#tryAgain();
  }

  #tryAgain = () => this.setState({ failure: undefined });

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return (
      <>
        <WithinRouter>
          <AtNextAddress run={this.#tryAgain} />
        </WithinRouter>
        {this.props.fallback(failure.error)}
      </>
    );
  }
}
