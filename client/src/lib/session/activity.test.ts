import { createActivity } from './activity';

/** Two tabs with a channel between them, and a clock that is set by hand. */
function createTabs() {
  let time = 0;
  const listeners: (() => void)[][] = [];
  const open = () => {
    const own = listeners.push([]) - 1;
    const inputs = new EventTarget();
    const channel = {
      addEventListener: (_type: string, listener: () => void) => listeners[own]?.push(listener),
      postMessage() {
        for (const [tab, all] of listeners.entries()) if (tab !== own) for (const listener of all) listener();
      },
    };
    const activity = createActivity(inputs, channel, () => time);
    return { activity, use: (type: string) => inputs.dispatchEvent(new Event(type)) };
  };
  return {
    open,
    wait(seconds: number) {
      time += seconds * 1000;
    },
  };
}

describe('activity', () => {
  it('counts the opening of the page, then input, each once', () => {
    const { activity, use } = createTabs().open();
    expect([activity.take(), activity.take()]).toEqual([true, false]);
    use('keydown');
    use('pointerdown');
    expect([activity.take(), activity.take()]).toEqual([true, false]);
  });

  it('counts input in another tab, which may not be the one that renews the tokens', () => {
    const browser = createTabs();
    const [used, renewing] = [browser.open(), browser.open()];
    renewing.activity.take();
    used.use('mousemove');
    expect([renewing.activity.take(), renewing.activity.take()]).toEqual([true, false]);
    used.use('mousemove');
    expect(renewing.activity.take()).toBe(false);
    browser.wait(15);
    used.use('mousemove');
    expect(renewing.activity.take()).toBe(true);
  });
});
