import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { jsdom } = builtinEnvironments;

/** jsdom in its own context, cheaper than a new worker, plus the stream classes that jsdom lacks and msw needs. */
// oxlint-disable-next-line import/no-default-export -- vitest requires a default export
export default {
  ...jsdom,
  async setupVM(options) {
    if (!jsdom.setupVM) throw new Error('This vitest gives jsdom no context of its own.');
    const environment = await jsdom.setupVM(options);
    Object.assign(environment.getVmContext(), { BroadcastChannel, ReadableStream, TransformStream, WritableStream });
    return environment;
  },
} satisfies Environment;
