import { OwnOperations } from './own-operations';

const idOf = (id: string | undefined) => id;

describe('an announcement', () => {
  it('of another operation, or of none, is not ours', async () => {
    const own = new OwnOperations();
    await own.run(() => Promise.resolve(undefined), idOf);
    expect(await own.take('other')).toBe(false);
    expect(await own.take(null)).toBe(false);
  });

  it('of our own is taken once, whether it comes before the answer or after it', async () => {
    const own = new OwnOperations();
    const { promise, resolve } = Promise.withResolvers<string>();
    const running = own.run(() => promise, idOf);
    const taken = [own.take('mine'), own.take('other')];
    resolve('mine');
    await running;
    expect(await Promise.all(taken)).toEqual([true, false]);
    await own.run(() => Promise.resolve('later'), idOf);
    expect(await own.take('later')).toBe(true);
    // Somebody else undoes it.
    expect(await own.take('later')).toBe(false);
  });

  it('waits for an operation that fails', async () => {
    const own = new OwnOperations();
    const { promise, reject } = Promise.withResolvers<string>();
    const running = own.run(() => promise, idOf);
    const taken = own.take('other');
    reject(new Error('The connection was lost.'));
    await expect(running).rejects.toThrow('lost');
    expect(await taken).toBe(false);
  });
});
