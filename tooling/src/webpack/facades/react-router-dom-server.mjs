// The names of react-router in server rendering: those of browsers, and the router that reads no address bar.
export { StaticRouter } from 'react-router';
export * from './react-router-dom.mjs';
