/** Milliseconds of the machine's monotonic clock: the same in every process, so times of two can be subtracted. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
