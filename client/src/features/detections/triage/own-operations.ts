/** The operations that this page has started: it shows their results already, so it skips the announcements of their changes. */
export class OwnOperations {
  readonly #ids: (string | undefined)[] = [];
  #running: Promise<unknown> = Promise.resolve();

  /** Runs an operation; `idOf` reads its id from the answer, undefined if it has changed nothing. */
  run<T>(operation: () => Promise<T>, idOf: (answer: T) => string | undefined): Promise<T> {
    const answer = operation();
    this.#running = Promise.allSettled([this.#running, answer.then((given) => this.#ids.push(idOf(given)))]);
    return answer;
  }

  /** Whether an announcement is of an operation of ours, known once those that run have ended. Each is announced once. */
  async take(operationId: string | null): Promise<boolean> {
    await this.#running;
    const index = this.#ids.indexOf(operationId ?? '');
    if (index >= 0) this.#ids.splice(index, 1);
    return index >= 0;
  }
}
