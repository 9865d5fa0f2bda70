const WINDOW_MILLISECONDS = 8000;
const SHORTEST_MILLISECONDS = 1000;

/** Speed over the last seconds. */
export class Speedometer {
  #samples: { at: number; bytes: number }[] = [];

  /** Notes how many bytes have been sent in all. */
  note(bytes: number, at: number): void {
    const last = this.#samples.at(-1);
    // A request that broke off is sent again from where the server has it.
    if (last && bytes < last.bytes) this.#samples = [];
    this.#samples.push({ at, bytes });
    while (this.#samples.length > 2 && at - (this.#samples[0]?.at ?? at) > WINDOW_MILLISECONDS) this.#samples.shift();
  }

  /** Forgets what was noted, after a pause. */
  reset(): void {
    this.#samples = [];
  }

  /** Bytes per second; null if it isn't known yet. */
  get(): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last || last.at - first.at < SHORTEST_MILLISECONDS) return null;
    return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
  }
}
