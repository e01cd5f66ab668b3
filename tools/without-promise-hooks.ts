import asyncHooks from 'node:async_hooks';

// node:test tracks every promise to attribute errors to tests, and each promise then costs a callback when it is
// collected: a fifth of our tests' time. Without it, an error that no test awaits fails its file instead of its test.
// It must be preloaded (`--import`): node:test installs its hooks when it is loaded, before any module that imports it
// runs.

const { createHook } = asyncHooks;
const withoutPromises = { trackPromises: false } as object;
Object.assign(asyncHooks, {
  createHook: (callbacks: asyncHooks.HookCallbacks) => createHook({ ...callbacks, ...withoutPromises }),
});
