// Exposed instead of `src/remote.tsx`. Applies changes of files that are not components to the page, which would otherwise
// need a reload.
import { findPage } from '@kinmel/web-kit';
import { remote } from 'kinmel-remote-under-development';
import refresh from 'react-refresh/runtime';

// A live binding: the host reads it at each rendering and gets the newest version.
export { remote };

let { pages } = remote;

import.meta.webpackHot.accept('kinmel-remote-under-development', async () => {
  const path = findPage(location.pathname)?.path;
  const versions = [pages[path], remote.pages[path]].filter(Boolean);
  ({ pages } = remote);
  // Preloaded, because a page that shows its placeholder would lose the scroll position.
  const contents = await Promise.all(versions.map((page) => page.preload?.()));
  // Registered under one name, the old and the new component are the same to React, which preserves their state.
  for (const page of versions) refresh.register(page, `page ${path}`);
  for (const content of contents) refresh.register(content?.default, `content of page ${path}`);
  refresh.performReactRefresh();
});
