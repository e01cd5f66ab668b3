import asyncHooks from 'node:async_hooks';

// node:test follows every promise, to know which test an error belongs to, and each then costs a callback when it is collected: a
// fifth of the time of our tests. Without it an error that no test awaits fails its file instead of its test. It has to be
// preloaded (`--import`): node:test takes its hooks when it is loaded, which is before any module that imports it runs.

const { createHook } = asyncHooks;
const withoutPromises = { trackPromises: false } as object;
Object.assign(asyncHooks, {
  createHook: (callbacks: asyncHooks.HookCallbacks) => createHook({ ...callbacks, ...withoutPromises }),
});
