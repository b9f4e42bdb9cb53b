// The first module of the shell: the shared runtime of React Refresh must hook into the page before react-dom is loaded.
globalThis.kinmelRefreshRuntime = require('react-refresh/runtime');
