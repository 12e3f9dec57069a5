/** The used part of the WebAssembly API; only the browser's types declare it. */
declare const WebAssembly: {
  instantiate: (module: Uint8Array, imports: object) => Promise<unknown>;
};

/** The size of a page of WebAssembly memory. */
const pageBytes = 65_536;
/** The magic number and the version at the beginning of a module. */
const preambleBytes = 8;
const memorySection = 5;

/**
 * Limits the memory of every WebAssembly module that this thread starts from now on to `bytes`. Modules of Go set no
 * limit, and a worker's `resourceLimits` apply to JavaScript only.
 */
export function limitWasmMemory(bytes: number): void {
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = (module, imports) => instantiate(withMemoryLimit(module, bytes), imports);
}

/**
 * Sets `bytes` as the maximum of the module's one memory (WebAssembly core specification §5.5.8). Throws RangeError for a
 * module without its own memory.
 */
export function withMemoryLimit(module: Uint8Array, bytes: number): Uint8Array {
  for (let at = preambleBytes; at < module.length; ) {
    const [size, start] = readNumber(module, at + 1);
    if (module[at] === memorySection) {
      // One memory: its flags, then its initial number of pages.
      const [initial] = readNumber(module, start + 2);
      const limited = [1, 1, ...numberBytes(initial), ...numberBytes(Math.floor(bytes / pageBytes))];
      const section = Buffer.from([memorySection, ...numberBytes(limited.length), ...limited]);
      return Buffer.concat([module.subarray(0, at), section, module.subarray(start + size)]);
    }
    at = start + size;
  }
  throw new RangeError("The module has no memory of its own.");
}

/** Reads the unsigned LEB128 number at `at`. Returns it with its end. */
function readNumber(bytes: Uint8Array, at: number): [value: number, end: number] {
  const byte = bytes[at] ?? 0;
  if (byte < 0x80) return [byte, at + 1];
  const [rest, end] = readNumber(bytes, at + 1);
  return [(byte & 0x7f) + rest * 0x80, end];
}

function numberBytes(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberBytes(Math.floor(value / 0x80))];
}
