// Remotes use the runtime of the shell, because separate runtimes would not know each other's components.
const runtime = globalThis.kinmelRefreshRuntime;

module.exports = {
  ...runtime,
  // Module ids are only unique within a build, and several builds contain the same components of `packages/ui`.
  register: (component, id) => runtime.register(component, __webpack_public_path__ + id),
};
