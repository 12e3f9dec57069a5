import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
import { type Detector, FORMATS } from "./detector.ts";

/** The WebAssembly detector from the server. Rejects where the browser can't run it. */
export async function newServerDetector(): Promise<Detector> {
  // By default the library downloads its program from the internet.
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  return new BarcodeDetector({ formats: [...FORMATS] });
}
