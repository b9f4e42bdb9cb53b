// In remotes instead of a copy of their own: two runtimes would not know each other's components.
const runtime = globalThis.kinmelRefreshRuntime;

module.exports = {
  ...runtime,
  // Module ids are those of one build: the same component of `packages/ui` is in several.
  register: (component, id) => runtime.register(component, __webpack_public_path__ + id),
};
