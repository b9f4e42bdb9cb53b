// Exposed instead of `src/remote.tsx`. Changes of files that are not components reach the page from here; without it,
// only a reload of the document would show them.
import { findPage } from '@kinmel/web-kit';
import { remote } from 'kinmel-remote-under-development';
import refresh from 'react-refresh/runtime';

// The host reads it at each rendering, and so gets the newest version.
export { remote };

let { pages } = remote;

import.meta.webpackHot.accept('kinmel-remote-under-development', async () => {
  const path = findPage(location.pathname)?.path;
  const versions = [pages[path], remote.pages[path]].filter(Boolean);
  ({ pages } = remote);
  // Loaded first: a page that shows its placeholder would lose the scroll position.
  const contents = await Promise.all(versions.map((page) => page.preload?.()));
  // Under one name, React takes the old and the new component for the same and keeps their state.
  for (const page of versions) refresh.register(page, `page ${path}`);
  for (const content of contents) refresh.register(content?.default, `content of page ${path}`);
  refresh.performReactRefresh();
});
