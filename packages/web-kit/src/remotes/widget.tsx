import { UnavailablePlace } from '@kinmel/ui';
import { type ComponentType, createElement, type ReactNode, Suspense, use, useState } from 'react';
import { FailureBoundary } from './failure-boundary.tsx';
import { remoteHost, remoteModule, retryRemoteModule, useLoadAttempt } from './remote-loading.ts';
import type { WidgetName, WidgetProps } from './widget-props.ts';

interface WidgetPlace {
  /** Rendered until the widget is loaded; give it the widget's size to prevent layout shift. */
  placeholder?: ReactNode;
  /** Load only when the shopper hovers, focuses or touches the placeholder. */
  intent?: boolean;
  /**
   * What is shown when the widget does not load; `nothing` is for places inside a link, `placeholder` for a useful
   * placeholder.
   */
  whenMissing?: 'block' | 'line' | 'nothing' | 'placeholder';
}

function LoadedWidget({ remote, module, props }: { remote: string; module: string; props: object }) {
  const loaded = use(remoteModule(remote, module)) as { default?: ComponentType };
  if (!loaded.default) throw new Error(`${remote}/${module} has no default export`);
  return createElement(loaded.default, props);
}

/**
 * A part of the page that another remote owns, by name. It has its own loading state, timeout and error state with
 * Retry: when its remote is missing, slow or broken, the rest of the page keeps working.
 */
export function Widget<Name extends WidgetName>({
  name,
  placeholder = null,
  intent = false,
  whenMissing = 'line',
  ...props
}: { name: Name } & WidgetPlace & WidgetProps[Name]) {
  const [remote = '', module = ''] = name.split('/');
  const [isRequested, setRequested] = useState(!intent);
  const attempt = useLoadAttempt(remote, module);

  const host = remoteHost();
  if (!host) return placeholder;
  const retry = () => retryRemoteModule(remote, module);
  let missing: ReactNode = null;
  if (whenMissing === 'placeholder') missing = placeholder;
  else if (whenMissing !== 'nothing') {
    missing = (
      <div data-missing={name}>
        <div aria-hidden="true" inert>
          {placeholder}
        </div>
        <div>
          <UnavailablePlace size={whenMissing} onRetry={retry} />
        </div>
      </div>
    );
  }
  // Checked first, so that a shop without this remote does not throw on every page.
  if (!host.registry.remotes[remote]) return missing;
  if (!isRequested) {
    const load = () => setRequested(true);
    return (
      <div data-intent={name} onPointerEnter={load} onFocus={load} onTouchStart={load}>
        {placeholder}
      </div>
    );
  }
  return (
    <div data-widget={name}>
      <FailureBoundary key={attempt} part={remote} given={props} fallback={() => missing}>
        <Suspense fallback={placeholder}>
          <LoadedWidget remote={remote} module={module} props={props} />
        </Suspense>
      </FailureBoundary>
    </div>
  );
}
