const EVERY_MS = 2000;

/** Says every two seconds on standard error how far it is, so that a long work is seen to go on. */
export function startProgress(what: string): { tell(count: number): void; end(): void } {
  let count = 0;
  const timer = setInterval(() => process.stderr.write(`${count} ${what} …\n`), EVERY_MS).unref();
  return {
    tell(now) {
      count = now;
    },
    end: () => clearInterval(timer),
  };
}
