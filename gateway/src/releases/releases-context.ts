import type { GatewayContext } from '../context.ts';

/** What the calls for releases depend on. */
export type ReleasesContext = Pick<
  GatewayContext,
  'config' | 'registry' | 'folders' | 'remotes' | 'figuresOf' | 'origin'
>;
