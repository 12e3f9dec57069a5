import { ReadableStream } from "node:stream/web";
import { parentPort, workerData } from "node:worker_threads";
import { Encrypter } from "age-encryption";
import type { EncryptWorkerData, WorkerReply, WorkerRequest } from "./encrypt.ts";

// Encrypts one backup in a worker thread: the library's ciphers are JavaScript and would block the event loop.

/** N = 2^16 takes 64 MiB. The library's default takes 256 MiB, half of a small server's memory. */
const SCRYPT_LOG_N = 16;

if (parentPort === null) throw new Error("this runs as a thread");
const port = parentPort;
const send = (reply: WorkerReply) =>
  port.postMessage(reply, reply.kind === "piece" ? [reply.bytes.buffer] : []);

const { passphrase, bytes } = workerData as EncryptWorkerData;
let receivePlain: (piece: Uint8Array | null) => void = () => {};
const plain = new ReadableStream<Uint8Array>(
  {
    async pull(controller) {
      const piece = await new Promise<Uint8Array | null>((resolve) => {
        receivePlain = resolve;
        send({ kind: "more" });
      });
      if (piece === null) controller.close();
      else controller.enqueue(piece);
    },
  },
  { highWaterMark: 0 },
);
const encrypter = new Encrypter();
encrypter.setPassphrase(passphrase);
encrypter.setScryptWorkFactor(SCRYPT_LOG_N);
const encrypted = await encrypter.encrypt(plain);
const reader = encrypted.getReader();
send({ kind: "ready", bytes: encrypted.size(bytes) });

port.on("message", async (request: WorkerRequest) => {
  if (request.kind === "plain") return receivePlain(request.piece);
  const { done, value } = await reader.read();
  send(done ? { kind: "end" } : { kind: "piece", bytes: new Uint8Array(value) });
});
