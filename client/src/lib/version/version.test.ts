import { createVersionWatch } from './version';

function openTab(ownVersion: string | null, storage = new Map<string, string>()) {
  const reload = vi.fn<() => void>();
  const fetchVersion = vi.fn<() => Promise<string | null>>();
  const watch = createVersionWatch({
    ownVersion,
    reload,
    fetchVersion,
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => storage.set(key, value),
    },
  });
  return { watch, reload, fetchVersion, storage };
}

describe('a tab whose server was upgraded', () => {
  it('reloads once and announces it once', () => {
    const old = openTab('one');
    const told = vi.fn<() => void>();
    old.watch.subscribe(told);
    old.watch.observe('two');
    old.watch.observe('two');
    expect(told).toHaveBeenCalledTimes(1);
    expect(old.watch.reloadIfStale()).toBe(true);
    expect(old.reload).toHaveBeenCalledTimes(1);

    const reloaded = openTab('two', old.storage);
    reloaded.watch.observe('two');
    expect(reloaded.watch.reloadIfStale()).toBe(false);
    expect(reloaded.watch.takeReloadNotice()).toBe(true);
    expect(reloaded.watch.takeReloadNotice()).toBe(false);
  });

  it('notifies late subscribers', () => {
    const { watch } = openTab('one');
    watch.observe('two');
    const told = vi.fn<() => void>();
    watch.subscribe(told);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('does not reload again if the reload returned the old page', () => {
    const old = openTab('one');
    old.watch.observe('two');
    old.watch.reloadIfStale();
    const same = openTab('one', old.storage);
    same.watch.observe('two');
    expect(same.watch.reloadIfStale()).toBe(false);
    expect(same.reload).not.toHaveBeenCalled();
  });

  it('reloads again for the next upgrade', () => {
    const old = openTab('one');
    old.watch.observe('two');
    old.watch.reloadIfStale();
    const second = openTab('two', old.storage);
    second.watch.observe('three');
    expect(second.watch.reloadIfStale()).toBe(true);
  });
});

describe('a tab that is up to date', () => {
  it.each([
    ['the same version', 'one', 'one'],
    ['no header', 'one', null],
    ['an empty header', 'one', ''],
    ['a page that was not built', '%BUILD_ID%', 'two'],
    ['a page without a version', null, 'two'],
  ])('stays: %s', (_case, own, header) => {
    const { watch, reload } = openTab(own);
    watch.observe(header);
    expect(watch.isStale()).toBe(false);
    expect(watch.reloadIfStale()).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('fetching the version', () => {
  it('reports a different version', async () => {
    const { watch, fetchVersion } = openTab('one');
    const told = vi.fn<() => void>();
    watch.subscribe(told);
    fetchVersion.mockResolvedValue('two');
    await watch.check();
    expect(told).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['has the same version', 'one'],
    ['does not answer', null],
  ])('tells nothing when the server %s', async (_case, version) => {
    const { watch, fetchVersion } = openTab('one');
    const told = vi.fn<() => void>();
    watch.subscribe(told);
    fetchVersion.mockResolvedValue(version);
    await watch.check();
    expect(told).not.toHaveBeenCalled();
  });
});

it('starts with unexpected data in session storage', () => {
  const { watch } = openTab('one', new Map([['breachlight-reloaded-for', '{broken']]));
  expect(watch.takeReloadNotice()).toBe(false);
});
