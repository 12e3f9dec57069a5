import { parentPort } from "node:worker_threads";
import { Invalid } from "../../domain/errors.ts";
import type { DrawJob, DrawResult, STOP } from "./draw.ts";
import { pictureOf, renderedBytes } from "./picture.ts";
import { limitWasmMemory } from "./wasm-memory.ts";
import { type Drawing, dotsPerMm } from "./zpl-label.ts";

/** Enough for letters 400 dots high; what takes more is not a label. */
const mostMemory = 512 * 1024 * 1024;

if (parentPort === null) throw new Error("this runs as a thread");
const port = parentPort;
limitWasmMemory(mostMemory);
// Not before the limit stands: the module starts itself as soon as it is loaded.
const { getApi } = await import("zpl-renderer-js");
const drawer = await getApi();

const blank = "^XA^FO0,0^FD ^FS^XZ";

/** Draws ZPL; where nothing is to be printed, the empty paper. */
async function png(drawing: Drawing): Promise<Buffer> {
  try {
    return await drawn(drawing);
  } catch (error) {
    if (error instanceof Error && error.message === "No labels parsed")
      return drawn({ ...drawing, zpl: blank });
    throw error;
  }
}

async function drawn({ zpl, widthMm, heightMm }: Drawing): Promise<Buffer> {
  return Buffer.from(await drawer.zplToBase64Async(zpl, widthMm, heightMm, dotsPerMm), "base64");
}

async function outcomeOf({ type, label, size }: DrawJob): Promise<DrawResult> {
  try {
    return { picture: await pictureOf(type, renderedBytes(type, label), size, png) };
  } catch (error) {
    if (error instanceof Invalid) return { refused: error.faults };
    return { failure: String(error) };
  }
}

port.on("message", async (asked: DrawJob | typeof STOP) => {
  if (asked === "end") process.exit();
  port.postMessage(await outcomeOf(asked));
});
port.postMessage("ready");
