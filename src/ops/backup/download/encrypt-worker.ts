import { ReadableStream, type ReadableStreamDefaultReader } from "node:stream/web";
import { Encrypter } from "age-encryption";
import { transferredCopy } from "../../../platform/workers/protocol.ts";
import { serveCalls } from "../../../platform/workers/server.ts";
import type { EncryptProgram, EncryptReply } from "./encrypt.ts";

// Encrypts one backup in a worker thread: the library's ciphers are JavaScript and would block the event loop.

/** N = 2^16 takes 64 MiB. The library's default takes 256 MiB, half of a small server's memory. */
const SCRYPT_LOG_N = 16;

let receivePlain: (piece: Uint8Array | null) => void = () => {};
/** Resolves when the encryption needs the next piece of the archive. */
let needsMore = Promise.withResolvers<"more">();
const plain = new ReadableStream<Uint8Array>(
  {
    async pull(controller) {
      const piece = await new Promise<Uint8Array | null>((resolve) => {
        receivePlain = resolve;
        needsMore.resolve("more");
      });
      if (piece === null) controller.close();
      else controller.enqueue(piece);
    },
  },
  { highWaterMark: 0 },
);
let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
/** The read in progress: it may need several pieces of the archive. */
let output: ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]> | null = null;

async function next(): Promise<EncryptReply> {
  if (reader === null) throw new Error("no encryption was started");
  output ??= reader.read();
  const result = await Promise.race([output, needsMore.promise]);
  if (result === "more") return "more";
  output = null;
  return result.done ? null : transferredCopy(result.value);
}

serveCalls<EncryptProgram>({
  async start({ passphrase, bytes }) {
    const encrypter = new Encrypter();
    encrypter.setPassphrase(passphrase);
    encrypter.setScryptWorkFactor(SCRYPT_LOG_N);
    const encrypted = await encrypter.encrypt(plain);
    reader = encrypted.getReader();
    return encrypted.size(bytes);
  },
  next,
  feed(piece) {
    needsMore = Promise.withResolvers();
    receivePlain(piece);
    return next();
  },
});
