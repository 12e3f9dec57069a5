/** Why there is no picture. */
export type CameraTrouble = "insecure" | "denied" | "none" | "inUse" | "tooOld" | "broken";

/** The camera can't be had. */
export class NoCamera extends Error {
  readonly trouble: CameraTrouble;
  constructor(trouble: CameraTrouble, reason = "") {
    super(`${trouble}: ${reason}`);
    this.trouble = trouble;
  }
}

const TROUBLES: Readonly<Record<string, CameraTrouble>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "none",
  OverconstrainedError: "none",
  NotReadableError: "inUse",
  AbortError: "inUse",
};

/** The picture of the camera on the back. Throws NoCamera. */
export async function openCamera(): Promise<MediaStream> {
  // Over plain HTTP the browser has no such thing at all.
  if (!window.isSecureContext) throw new NoCamera("insecure");
  if (navigator.mediaDevices === undefined) throw new NoCamera("none");
  try {
    return await navigator.mediaDevices.getUserMedia({
      video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } },
    });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    throw new NoCamera(TROUBLES[name] ?? "broken", String(error));
  }
}

/** Lets the camera go. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
