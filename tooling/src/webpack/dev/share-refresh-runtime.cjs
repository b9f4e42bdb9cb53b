// First in the shell: the one runtime of React Refresh must hook into the page before react-dom is loaded.
globalThis.kinmelRefreshRuntime = require('react-refresh/runtime');
