import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { jsdom } = builtinEnvironments;

/** jsdom in a context of its own, which is far cheaper than a new worker, with the streams of a browser that jsdom lacks and msw asks for. */
// oxlint-disable-next-line import/no-default-export -- vitest takes the default export of an environment
export default {
  ...jsdom,
  async setupVM(options) {
    if (!jsdom.setupVM) throw new Error('This vitest gives jsdom no context of its own.');
    const environment = await jsdom.setupVM(options);
    Object.assign(environment.getVmContext(), { BroadcastChannel, ReadableStream, TransformStream, WritableStream });
    return environment;
  },
} satisfies Environment;
