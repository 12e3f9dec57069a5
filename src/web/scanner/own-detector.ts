import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
import type { Detector } from "./detector.ts";
import { FORMATS } from "./formats.ts";

/** The detector that the server serves. Rejects where the browser can't run it. */
export async function newOwnDetector(): Promise<Detector> {
  // Left alone it would fetch its program from a server on the internet.
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  return new BarcodeDetector({ formats: [...FORMATS] });
}
