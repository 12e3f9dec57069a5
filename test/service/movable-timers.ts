// Loaded before the program (node --import): at SIGUSR2 its timers of up to 20 seconds end at once, the shortest first.

const MOVED_MS = 20_000;
const { setTimeout: start, clearTimeout: clear } = globalThis;
type Timer = ReturnType<typeof start>;
const running = new Map<Timer, { readonly ms: number; readonly end: () => void }>();

const startMovable = (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): Timer => {
  const end = () => {
    running.delete(timer);
    callback(...args);
  };
  const timer = start(end, ms);
  running.set(timer, { ms, end });
  return timer;
};
const clearMovable: typeof clear = (timer) => {
  running.delete(timer as Timer);
  clear(timer);
};
Object.assign(globalThis, { setTimeout: startMovable, clearTimeout: clearMovable });

process.on("SIGUSR2", () => {
  const due = [...running].filter(([, { ms }]) => ms <= MOVED_MS);
  for (const [timer, { end }] of due.toSorted(([, one], [, other]) => one.ms - other.ms)) {
    clear(timer);
    end();
  }
});
