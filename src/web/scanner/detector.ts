import { FORMATS } from "./formats.ts";

/** Finds the codes in a picture. */
export interface Detector {
  detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** The browser's own detector where it knows all of them, else the server's, which is loaded only then. */
export async function newDetector(): Promise<Detector> {
  const { BarcodeDetector } = window as { BarcodeDetector?: DetectorClass };
  if (BarcodeDetector !== undefined) {
    const known = await BarcodeDetector.getSupportedFormats();
    if (FORMATS.every((format) => known.includes(format)))
      return new BarcodeDetector({ formats: [...FORMATS] });
  }
  const { newOwnDetector } = await import("./own-detector.ts");
  return newOwnDetector();
}
