/** What is used here of the engine's own; Node's types leave WebAssembly to the browser's. */
declare const WebAssembly: {
  instantiate: (module: Uint8Array, imports: object) => Promise<unknown>;
};

/** Bytes of a page of WebAssembly memory. */
const pageBytes = 65_536;
/** The magic number and the version, which begin every module. */
const preambleBytes = 8;
const memorySection = 5;

/**
 * From now on no WebAssembly module that this thread starts can take more memory than `bytes`. The modules of Go
 * set no limit of their own, and nothing else holds them to one: a thread's `resourceLimits` count JavaScript only.
 */
export function limitWasmMemory(bytes: number): void {
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = (module, imports) => instantiate(withMemoryLimit(module, bytes), imports);
}

/**
 * The module with `bytes` as the most of its one memory (WebAssembly core specification, 5.5.8). Throws RangeError
 * for a module that has no memory of its own.
 */
export function withMemoryLimit(module: Uint8Array, bytes: number): Uint8Array {
  for (let at = preambleBytes; at < module.length; ) {
    const [size, start] = readNumber(module, at + 1);
    if (module[at] === memorySection) {
      // One memory: its flags, then the pages that it begins with.
      const [least] = readNumber(module, start + 2);
      const limited = [1, 1, ...numberBytes(least), ...numberBytes(Math.floor(bytes / pageBytes))];
      const section = Buffer.from([memorySection, ...numberBytes(limited.length), ...limited]);
      return Buffer.concat([module.subarray(0, at), section, module.subarray(start + size)]);
    }
    at = start + size;
  }
  throw new RangeError("The module has no memory of its own.");
}

/** An unsigned LEB128 number at `at`, and where it ends. */
function readNumber(bytes: Uint8Array, at: number): [value: number, end: number] {
  const byte = bytes[at] ?? 0;
  if (byte < 0x80) return [byte, at + 1];
  const [rest, end] = readNumber(bytes, at + 1);
  return [(byte & 0x7f) + rest * 0x80, end];
}

function numberBytes(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberBytes(Math.floor(value / 0x80))];
}
